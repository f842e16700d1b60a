import type { UsageFigures } from './usage-figures';

/** The CPU time that each process used for one unit of work, and how busy the machine was otherwise. */
export function cpuTable(
  title: string,
  cases: readonly (UsageFigures & { readonly name: string })[],
): string[][] {
  const processes = [...new Set(cases.flatMap(({ cpuEach }) => Object.keys(cpuEach)))];
  return [
    [title, ...processes, 'all', 'idle cores', "others' cores"],
    ...cases.map(({ name, cpuEach, idleCores, othersCores }) => [
      name,
      ...processes.map((process) => cpuEach[process]?.toFixed(0) ?? ''),
      Object.values(cpuEach)
        .reduce((sum, value) => sum + value, 0)
        .toFixed(0),
      idleCores.toFixed(2),
      othersCores.toFixed(2),
    ]),
  ];
}
