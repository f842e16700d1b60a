import type { ReceiveText } from '../../../schemas/generated/command';
import { derivedId } from '../../../schemas/ids';
import { topics } from '../../../schemas/topics';
import { output } from '../../runtime/kafka/records';
import { helpText, startConfirmation, stopConfirmation } from '../../wording/sms-replies';
import { NOTED, type Decide, type Decision } from '../decision';
import { wordCause } from '../store/needs';
import { sendAutoReply, remember } from './auto-replies';
import type { TextedStop } from './tables';
import { reasonToWithhold, type Withheld } from './texted-answers';
import { holdsFor } from './texted-stops';
import type { CommandContext } from '../command-context';
import { hashKey, textedKey } from '../store/row-keys';
import { paidChannelNamed } from '../../../schemas/channels';
import { paidChannels } from '../../channels/channels';

/**
 * One command for all businesses that text from the number. It writes the stop that every claim reads, so no text goes
 * out from here on. Then each business gets a command of its own (CONSENT-9, HAZ-26).
 */
export const receiveText: Decide<ReceiveText> = (context, text) => {
  const { own_number: ownNumber, word } = text;
  const cause = wordCause(text.provider_id);
  const channel = paidChannelNamed(text.channel);
  const numberHash = context.rules.hash('number', text.phone);
  if (context.set.autoReplies.by('cause', cause).length > 0) return NOTED;
  let isOvertaken = false;
  if (word !== 'help') {
    const stoppedAt = new Date(Math.min(text.written_at ?? Infinity, context.now.getTime()));
    isOvertaken = !applyWord(context, { numberHash, ownNumber, channel, stoppedAt }, word === 'stop');
    writeToBusinesses(context, { numberHash, ownNumber, channel });
  }
  // No recipient is known here. The keyed hash finds the row when the person is erased.
  const recipientId = hashKey(numberHash);
  const isAnswered = paidChannels[channel].answersWords && !isOvertaken;
  const withheld = isAnswered ? reasonToWithhold(context, text.phone, recipientId) : null;
  if (isAnswered && withheld === null) {
    const wording = WORDINGS[word as keyof typeof WORDINGS];
    const businessName = context.set.ownersOf.get(ownNumber) ?? null;
    const words = wording({ businessName });
    sendAutoReply(context, {
      channel,
      address: text.phone,
      sender: ownNumber,
      recipientId,
      text: words,
      cause,
    });
  } else {
    remember(context, { channel, recipientId, cause });
  }
  return withheld === null ? NOTED : notAnswered(withheld);
};

function notAnswered(withheld: Withheld): Decision {
  return { status: 200, body: { withheld } };
}

const WORDINGS = { stop: stopConfirmation, start: startConfirmation, help: helpText };

/**
 * The word that was written last counts: a START that arrives late lifts no STOP that was written after it
 * (CONSENT-12). Returns false for such a START, which gets no confirmation (CONSENT-20).
 */
function applyWord({ set }: CommandContext, written: TextedStop, isStop: boolean): boolean {
  if (isStop) {
    const known = set.textedStops.get(textedKey(written));
    if (known === undefined || known.stoppedAt < written.stoppedAt) set.textedStops.save(written);
    return true;
  }
  const standing = set.textedStops
    .by('number', hashKey(written.numberHash))
    .filter((stop) => holdsFor(stop, written));
  if (standing.some(({ stoppedAt }) => stoppedAt > written.stoppedAt)) return false;
  for (const stop of standing) set.textedStops.remove(stop);
  return true;
}

/** Ids and hashes only, because these commands wait in the outbox. */
function writeToBusinesses(context: CommandContext, about: Omit<TextedStop, 'stoppedAt'>): void {
  const holders =
    context.set.holders.get(`${hashKey(about.numberHash)} ${about.ownNumber} ${about.channel}`) ?? [];
  for (const [index, { businessId, recipientId }] of holders.entries()) {
    context.outputs.push(
      output(topics.commands, businessId, {
        command_id: derivedId('cmd', context.commandId, index + 1),
        business_id: businessId,
        issued_at: context.now.getTime(),
        reply_to: null,
        idempotency: null,
        body: {
          ApplyText: {
            channel: about.channel,
            number_hash: about.numberHash,
            own_number: about.ownNumber,
            recipient_id: recipientId,
          },
        },
      }),
    );
  }
}
