import { MAX_TEXT_BYTES, type ProviderCallback } from '../callback';
import { INBOUND_PATH, STATUS_PATH } from './paths';
import { readVonageInbound, readVonageReports } from './reports';
import { verifyVonageRequest, type VonageAccount } from './signature';

/** The URLs that Vonage calls with reports and with the texts of people. */
export function vonageCallbacks(
  account: VonageAccount,
  realTimeMs: () => number,
): readonly ProviderCallback[] {
  const callback = (path: string, read: ProviderCallback['read']): ProviderCallback => ({
    caller: 'vonage',
    path,
    maxBodyBytes: MAX_TEXT_BYTES,
    isGenuine: ({ headers: { authorization }, body }) =>
      verifyVonageRequest({ authorization, body }, account, realTimeMs()),
    read,
  });
  return [
    callback(STATUS_PATH, ({ body }) => ({ reports: readVonageReports(body) })),
    callback(INBOUND_PATH, ({ body }) => ({ inbound: readVonageInbound(body) })),
  ];
}
