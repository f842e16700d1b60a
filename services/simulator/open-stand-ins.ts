import type { Choice } from '../providers/choice';
import type { Channel } from '../providers/outcome';
import type { StandIn } from '../providers/stand-in';
import type { Records } from './records';
import { standInWorld, type Outside } from './stand-in-world';

/** Opens the stand-ins of the chosen providers. */
export async function openStandIns(
  { email, sms, whatsapp }: { readonly [On in Channel]: Choice<On> },
  records: Records,
  outside: Outside,
): Promise<{ readonly [On in Channel]: StandIn<On> }> {
  const [mail, texts, messages] = await Promise.all([
    email.plugin.openStandIn(email.settings, standInWorld(records.email, outside)),
    sms.plugin.openStandIn(sms.settings, standInWorld(records.sms, outside)),
    whatsapp.plugin.openStandIn(whatsapp.settings, standInWorld(records.whatsapp, outside)),
  ]);
  return { email: mail, sms: texts, whatsapp: messages };
}
