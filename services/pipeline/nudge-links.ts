import type { NudgeLinks } from '../../streams/sender/channel';
import { createInboxLinks } from '../shared/inbox-link';

/** Makes the links to the inbox that nudges carry. */
export function nudgeLinks({
  linkSecret,
  inboxUrl,
}: {
  readonly linkSecret: Buffer;
  readonly inboxUrl: string;
}): NudgeLinks {
  const links = createInboxLinks(linkSecret);
  return {
    inboxUrl({ send, recipient, message }, expiresAt) {
      const token = links.tokenFor({
        businessId: send.businessId,
        recipientId: recipient.id,
        messageId: message.id,
        expiresAtMs: expiresAt.getTime(),
      });
      return `${inboxUrl}/i/${token}`;
    },
    short({ send }) {
      const code = links.shortCodeFor(send.id);
      return { code, url: `${inboxUrl}/s/${code}`, path: `s/${code}` };
    },
  };
}
