import { z } from 'zod';
import { whatsappText } from '../../../../streams/wording/whatsapp-template';

const Parameter = z.object({ type: z.string(), text: z.string().optional() });
const Component = z.object({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.string().optional(),
  parameters: z.array(Parameter).default([]),
});
const addressed = {
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  /** The sender's data, which every report returns. */
  biz_opaque_callback_data: z.string().max(512).optional(),
};

/** The two kinds of message: a template at any time, plain text to a person who wrote within the last day. */
export const WhatsappMessage = z.discriminatedUnion('type', [
  z.object({
    ...addressed,
    type: z.literal('template'),
    template: z.object({
      name: z.string(),
      language: z.object({ code: z.string().min(2) }),
      components: z.array(Component).default([]),
    }),
  }),
  z.object({
    ...addressed,
    type: z.literal('text'),
    text: z.object({ body: z.string().min(1).max(4_096) }),
  }),
]);

export type WhatsappMessage = z.infer<typeof WhatsappMessage>;

/** The text that the person reads: the approved text of the template with its parameters and its button's link. */
export function messageText(message: WhatsappMessage, inboxUrl: string): string {
  if (message.type === 'text') return message.text.body;
  const { name, components } = message.template;
  const of = (wanted: string): string[] =>
    components
      .filter(({ type }) => type === wanted)
      .flatMap(({ parameters }) => parameters.flatMap(({ text }) => (text === undefined ? [] : [text])));
  const [link = ''] = of('button');
  // An unknown template has no text, so its parameters are shown.
  return (
    whatsappText(name, of('body'), `${inboxUrl}/${link}`) ?? [...of('header'), ...of('body'), link].join('\n')
  );
}
