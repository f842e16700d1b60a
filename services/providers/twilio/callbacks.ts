import type { HttpRequest } from '../../shared/http/route';
import { headerOf, MAX_TEXT_BYTES, type ProviderCallback } from '../callback';
import { readTwilioInbound, readTwilioReports, verifyTwilioRequest } from './reports';

/** The URLs that Twilio calls with reports and with the texts of people. */
export function twilioCallbacks(authToken: string | null, callbacksUrl: string): readonly ProviderCallback[] {
  const callback = (path: string, read: ProviderCallback['read']): ProviderCallback => ({
    caller: 'twilio',
    path,
    maxBodyBytes: MAX_TEXT_BYTES,
    isGenuine: (request) =>
      authToken !== null && isSignedByTwilio(request, { url: callbacksUrl + path, authToken }),
    read,
    // Twilio texts the body of our response to the person.
    isAnsweredNothing: true,
  });
  return [
    // Our number is not compared, because the signed URL names the send.
    callback('/sms/status', ({ body, rawQuery }) => ({
      reports: readTwilioReports(body, new URLSearchParams(rawQuery)),
    })),
    callback('/sms/inbound', ({ body }) => ({ inbound: [readTwilioInbound(body) ?? []].flat() })),
  ];
}

/** Twilio signs the URL as it calls it, query included. */
function isSignedByTwilio(
  { headers, rawQuery, body }: HttpRequest,
  { url, authToken }: { readonly url: string; readonly authToken: string },
): boolean {
  const signature = headerOf(headers['x-twilio-signature']);
  return verifyTwilioRequest(
    { signature, url: `${url}${rawQuery === '' ? '' : `?${rawQuery}`}`, body },
    authToken,
  );
}
