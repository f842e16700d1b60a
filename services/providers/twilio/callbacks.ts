import type { HttpRequest } from '../../shared/http/route';
import { headerOf, MAX_TEXT_BYTES, type ProviderCallback } from '../callback';
import { readTwilioInbound, readTwilioReports, verifyTwilioRequest } from './reports';

export function twilioCallbacks(authToken: string | null, callbacksUrl: string): readonly ProviderCallback[] {
  const callback = (path: string, read: ProviderCallback['read']): ProviderCallback => ({
    caller: 'twilio',
    path,
    maxBodyBytes: MAX_TEXT_BYTES,
    isGenuine: (request) => authToken !== null && isTwilios(request, { url: callbacksUrl + path, authToken }),
    read,
    // Twilio texts back whatever it is answered.
    isAnsweredNothing: true,
  });
  return [
    // No number is compared: the address names the send, and is signed.
    callback('/sms/status', ({ body, rawQuery }) => ({
      reports: readTwilioReports(body, new URLSearchParams(rawQuery)),
    })),
    callback('/sms/inbound', ({ body }) => ({ inbound: [readTwilioInbound(body) ?? []].flat() })),
  ];
}

/** The address is signed as Twilio calls it, with its query. */
function isTwilios(
  { headers, rawQuery, body }: HttpRequest,
  { url, authToken }: { readonly url: string; readonly authToken: string },
): boolean {
  const signature = headerOf(headers['x-twilio-signature']);
  return verifyTwilioRequest(
    { signature, url: `${url}${rawQuery === '' ? '' : `?${rawQuery}`}`, body },
    authToken,
  );
}
