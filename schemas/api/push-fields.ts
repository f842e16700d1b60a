import { emailAddress } from '../values/email-address';
import { phoneNumber } from '../values/phone-number';
import { moment, timestamp } from '../values/timestamp';
import { dict, nullable, required, withDefault } from '../values/fields';
import { flag, list, oneOf, text, whole } from '../values/value-rules';
import { CHANNELS } from '../channels';

const WHATSAPP_OPT_IN = {
  agreed_at: nullable(moment, 'When they agreed; a moment in the future counts as now.'),
  source: nullable(text({ max: 200 }), 'Where they agreed.'),
  wording: nullable(text({ max: 2_000 }), 'What they agreed to.'),
};

/** The body of a push. Faults are reported, and the documentation lists the fields, in this order (ERR-2). */
export const PUSH_FIELDS = {
  recipient_email: required(emailAddress, 'One address. Trimmed and lower-cased when stored.'),
  subject: required(
    text({ visible: true, max: 300 }),
    'At least one visible character. Updateable messages are matched on it.',
  ),
  body: required(text({ visible: true, max: 10_000 }), 'Plain text; links in it become clickable.'),
  recipient_phone: nullable(
    phoneNumber,
    "Mobile number, E.164 preferred; without `+` it is read in the account's country. Kept for later pushes.",
  ),
  channels: nullable(
    list(oneOf(...CHANNELS)),
    'Unset follows the account. Naming `sms` or `whatsapp` asks for it, leaving it out suppresses it. Email is always sent.',
  ),
  whatsapp_opt_in: nullable(
    dict(WHATSAPP_OPT_IN),
    'Records that this recipient agreed to WhatsApp messages; `{}` is enough. Needs a phone number, sent or held.',
  ),
  sms_if_whatsapp_fails: withDefault(
    flag(),
    false,
    'Text the recipient if WhatsApp cannot deliver, or has not said after five minutes that it did.',
  ),
  reference: nullable(
    text({ pattern: '^[A-Za-z0-9#_./-]{0,100}$' }),
    'Your order number: ASCII letters, digits and `# - _ . /`.',
  ),
  order_status: nullable(
    text({ max: 50 }),
    'One of `confirmed`, `shipped`, `ready_for_pickup`, `delivered`, `cancelled`, `refunded`, `delayed`; any other is treated as no status.',
  ),
  kind: withDefault(
    oneOf('one_off', 'updateable'),
    'one_off',
    '`one_off`: always a new message. `updateable`: replaces the active one with the same recipient and subject.',
  ),
  notify: nullable(
    flag(),
    'Unset: a new message nudges, an update is silent. `true` forces the nudge, `false` suppresses it.',
  ),
  send_at: nullable(
    timestamp,
    'Holds the nudge until this moment: with an offset, in the future, at most 90 days out.',
  ),
  escalate_if_unread_after_minutes: nullable(
    whole(5, 10_080),
    'Sends the paid channels named in `channels` only if the message is still unread after so long.',
  ),
  obsoletes: withDefault(
    list(text(), { max: 100 }),
    [],
    'Ids of your earlier messages to mark obsolete; unknown ones are ignored.',
  ),
};
