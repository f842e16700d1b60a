import { alignedTable, markdownTable } from './texts';

export type Table = readonly (readonly string[])[];

export interface ReportParts {
  readonly machine: string;
  /** Tables, and sentences between them. */
  readonly body: readonly (Table | string)[];
  /** Empty: none. */
  readonly errors: readonly string[];
  /** What it means that there were none. */
  readonly noErrors: string;
}

/** Everything of one run for the terminal, and the part of it that goes into docs/performance.md. */
export function reportText({ machine, body, errors, noErrors }: ReportParts): string {
  const written = (asText: (table: Table) => string): string[] =>
    body.flatMap((part) => [typeof part === 'string' ? part : asText(part), '']);
  return [
    '',
    machine,
    '',
    ...written(alignedTable),
    ...(errors.length === 0 ? [noErrors] : ['Errors:', ...errors]),
    '',
    '--- for docs/performance.md ---',
    `Measured ${machine}.`,
    '',
    ...written(markdownTable),
  ].join('\n');
}
