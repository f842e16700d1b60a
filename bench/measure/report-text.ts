import { alignedTable, markdownTable } from './texts';

export type Table = readonly (readonly string[])[];

export interface ReportParts {
  readonly machine: string;
  /** Tables, with sentences between them. */
  readonly body: readonly (Table | string)[];
  /** Empty if there were none. */
  readonly errors: readonly string[];
  /** The sentence to print if there were no errors. */
  readonly noErrors: string;
}

/** Renders the report of one run for the terminal, followed by the part for docs/performance.md. */
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
