import type { RunResult } from './measured-run';
import type { Percentiles } from './percentiles';

export function rate(perSecond: number): string {
  return `${perSecond < 1_000 ? perSecond.toFixed(0) : `${(perSecond / 1_000).toFixed(2)}k`}/s`;
}

/** The times within which half and 99 % of the responses arrived. */
export function span({ p50Ms, p99Ms }: Percentiles): string {
  return `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)} ms`;
}

export function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

export function errorLines({ errors }: RunResult): string[] {
  return Object.entries(errors).map(([what, times]) => `  ✗ ${times} × ${what}`);
}

/** Renders rows with columns as wide as their widest cell. The first column is text, the others are figures. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('   ');
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n');
}

export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
