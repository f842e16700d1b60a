import type { Fault } from '../../../schemas/api/errors';
import type { HttpRequest } from '../http/route';
import { isStorable, unstorable } from '../../../schemas/values/unstorable-text';

/** A decoded parameter of the path, or its fault. */
export type PathParameter =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly fault: Fault };

/** Reads and decodes a parameter of the path. */
export function readPathParameter({ rawParameters }: HttpRequest, name: string): PathParameter {
  const raw = rawParameters[name] ?? '';
  const loc = ['path', name];
  const value = decode(raw);
  if (value === undefined) {
    const msg = 'Value error, malformed percent-encoding';
    return { ok: false, fault: { type: 'value_error', loc, msg, input: raw } };
  }
  return isStorable(value) ? { ok: true, value } : { ok: false, fault: unstorable(value, loc) };
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
