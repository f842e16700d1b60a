import { readEndpointUrl } from '../../schemas/values/endpoint-url';
import { resolveEndpoint, type AddressRules } from './endpoint-address';

/** Whether a URL may become an endpoint, and if not, the reason that the merchant is shown. */
export type UrlCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const MAX_LENGTH = 2048;

/**
 * Checks the URL of a new endpoint (HOOK-1). This helps the merchant and protects nobody: a name may resolve to another
 * address a minute later, so every attempt checks again (HOOK-2).
 */
export async function checkEndpointUrl(
  text: string,
  rules: AddressRules & { readonly timeoutMs?: number },
): Promise<UrlCheck> {
  if (Array.from(text).length > MAX_LENGTH) return refused(`it has more than ${MAX_LENGTH} characters`);
  const url = readEndpointUrl(text);
  if (typeof url === 'string') return refused(url);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), rules.timeoutMs ?? LOOKUP_TIMEOUT_MS);
  try {
    const resolved = await resolveEndpoint(url, rules, timeout);
    if (resolved === 'address_not_public') return refused(NOT_PUBLIC);
    if (resolved === 'name_not_resolved') return refused('its host name does not resolve');
    return { ok: true };
  } finally {
    clearTimeout(timer);
  }
}

const NOT_PUBLIC =
  'its host is not at a public address; to test on your own machine, register the public URL of a tunnel to it, ' +
  "or use a sink of a local instance's simulator";
const LOOKUP_TIMEOUT_MS = 5_000;

function refused(reason: string): UrlCheck {
  return { ok: false, reason };
}
