import { createHmac } from 'node:crypto';
import type { EventOn } from '../../outcome';
import type { SignedCall } from '../../stand-in';

/** The account whose token signs the reports of the simulated Twilio. */
export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

export interface SentText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
}

/** Reports an event. The simulator's events have the names of Twilio's statuses. */
export function statusReport(
  account: TwilioAccount,
  url: string,
  { sid, from, to }: SentText,
  status: EventOn<'sms'>,
): SignedCall {
  return signed(account, url, {
    AccountSid: account.accountSid,
    ApiVersion: API_VERSION,
    From: from,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(status in ERROR_CODES ? { ErrorCode: ERROR_CODES[status as keyof typeof ERROR_CODES] } : {}),
  });
}

/** Reports a text that a person sent. */
export function inboundReport(
  account: TwilioAccount,
  url: string,
  { sid, from, to }: SentText,
  text: string,
): SignedCall {
  return signed(account, url, {
    AccountSid: account.accountSid,
    ApiVersion: API_VERSION,
    Body: text,
    From: from,
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: to,
  });
}

const API_VERSION = '2010-04-01';
/** An unreachable handset; an unknown error. */
const ERROR_CODES = { undelivered: '30003', failed: '30008' } as const;

/** Signs the URL and the names and values of all parameters, sorted by name, with the token of the account. */
function signed(
  { authToken }: TwilioAccount,
  url: string,
  form: Readonly<Record<string, string>>,
): SignedCall {
  const text = Object.entries(form)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .reduce((before, [name, value]) => before + name + value, url);
  return {
    url,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'User-Agent': 'TwilioProxy/1.1',
      'X-Twilio-Signature': createHmac('sha1', authToken).update(text).digest('base64'),
    },
    body: new URLSearchParams(form).toString(),
  };
}
