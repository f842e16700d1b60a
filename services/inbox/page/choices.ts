import { html, type Markup } from '../../shared/http/markup';
import type { Ended } from '../read-inbox';
import { PAID_CHANNELS } from '../../../schemas/channels';

/** What a recipient can stop. */
export type Choice = keyof Ended;

/** The relative address to which a form sends, so that a proxy may serve the inbox below any path. */
export type ActionOf = (name: string) => string;

/** Each choice has to be unfolded before it can be pressed, because the recipient cannot undo it here. */
export function choices(businessName: string, ended: Ended, action: ActionOf): Markup {
  return html`<section aria-labelledby="choices">
    <h2 id="choices">Choose what reaches you</h2>
    ${CHOICES.map((choice) =>
      ended[choice] ? choiceInForce(choice, businessName) : choiceToMake(choice, businessName, action),
    )}
  </section>`;
}

function choiceToMake(choice: Choice, businessName: string, action: ActionOf): Markup {
  return html`<details>
    <summary>${WORDS[choice].title}</summary>
    ${choiceForm(choice, businessName, action)}
  </details>`;
}

function choiceInForce(choice: Choice, businessName: string): Markup {
  const { title, text } = choiceMade(choice, businessName);
  return html`<details>
    <summary>${title}</summary>
    <p>${text}</p>
  </details>`;
}

export function choiceForm(choice: Choice, businessName: string, action: ActionOf): Markup {
  const { title, meaning, path } = WORDS[choice];
  return html`<p>${meaning(businessName)}</p>
    <form method="post" action="${action(path)}">
      <button name="channel" value="${choice}">${title}</button>
    </form>`;
}

/** The words that are shown when the choice is in force. */
export function choiceMade(choice: Choice, businessName: string): { title: string; text: string } {
  const { done, meaning } = WORDS[choice];
  return { title: done, text: meaning(businessName) };
}

export function isChoice(text: string): text is Choice {
  return CHOICES.some((choice) => choice === text);
}

const CHOICES = [...PAID_CHANNELS, 'all'] as const;

interface ChoiceWords {
  readonly path: string;
  readonly title: string;
  readonly done: string;
  readonly meaning: (businessName: string) => string;
}

const WORDS: Readonly<Record<Choice, ChoiceWords>> = {
  sms: {
    path: 'stop',
    title: 'Stop texts',
    done: 'Texts are stopped',
    meaning: (name) =>
      `${name} will send you no more text messages (SMS). Emails are not affected, and everything stays readable here. ` +
      'Texting START does not switch them on again.',
  },
  whatsapp: {
    path: 'stop',
    title: 'Stop WhatsApp',
    done: 'WhatsApp messages are stopped',
    meaning: (name) =>
      `${name} will send you no more WhatsApp messages. Emails are not affected, and everything stays readable here. ` +
      'Writing START there does not switch them on again.',
  },
  all: {
    path: 'unsubscribe',
    title: 'Unsubscribe from all',
    done: 'You are unsubscribed',
    meaning: (name) =>
      `${name} will no longer write to you about your orders: no emails, no texts, no WhatsApp messages. ` +
      'This is for good and cannot be undone. Other shops are not affected, and what you have here stays readable.',
  },
};
