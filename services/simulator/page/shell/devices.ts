import { icon } from './icons';

const MAILBOX = /* HTML */ `
  <section class="card mailbox" aria-labelledby="mail-title">
    <header>
      ${icon('mail')}
      <h3 id="mail-title">Mailbox</h3>
      <p id="mail-address" class="address"></p>
    </header>
    <ul id="mails"></ul>
    <p id="no-mail" class="empty"></p>
    <div id="mail-endings"></div>
  </section>
`;

const PHONE = /* HTML */ `
  <section class="phone" aria-label="Phone">
    <div class="device">
      <header>
        <p class="bar"><time id="phone-time"></time><span id="phone-number"></span></p>
        <div class="apps" role="group" aria-label="Messages shown">
          <button type="button" data-app="sms" aria-pressed="true">SMS <span class="count"></span></button>
          <button type="button" data-app="whatsapp" aria-pressed="false">
            WhatsApp <span class="count"></span>
          </button>
        </div>
      </header>
      <div class="screen" tabindex="0" role="region" aria-label="Messages">
        <ol id="thread"></ol>
        <p id="no-messages" class="empty"></p>
      </div>
      <form id="reply" autocomplete="off">
        <p id="quoted" class="quoted" hidden>
          <span></span><button type="button" aria-label="Do not quote">×</button>
        </p>
        <p class="quick" role="group" aria-label="Quick replies">
          <button type="button">STOP</button><button type="button">START</button
          ><button type="button">HELP</button>
        </p>
        <p class="write">
          <input name="text" aria-label="Reply" placeholder="Reply" maxlength="1600" />
          <button class="round" aria-label="Send reply">${icon('send')}</button>
        </p>
        <p id="reply-fault" class="fault" role="alert"></p>
      </form>
    </div>
    <div id="phone-endings"></div>
  </section>
`;

/** The receiving side: people with their mailboxes and phones, and the submissions to providers. */
export const DEVICES = /* HTML */ `
  <section id="world" class="world" tabindex="-1" aria-labelledby="world-title">
    <h2 id="world-title" class="unseen">Mailboxes and phones</h2>
    <div id="nobody" class="card nobody" hidden>
      ${icon('mark')}
      <h3>Nobody has heard from you yet</h3>
      <ol>
        <li><strong>Push the update.</strong> The form is filled in. Just press the button.</li>
        <li><strong>Watch it arrive.</strong> The email and the text show up here by themselves.</li>
        <li>
          <strong>Be the recipient.</strong> Open the inbox, answer STOP, move the clock, or let the next
          email bounce.
        </li>
      </ol>
    </div>
    <div id="somebody" hidden>
      <nav class="people" aria-label="Recipients">
        <input id="find" type="search" aria-label="Find a recipient" placeholder="Find…" hidden />
        <ul id="people"></ul>
        <p id="more-people" class="hint" hidden></p>
      </nav>
      <div class="devices">${MAILBOX} ${PHONE}</div>
      <section class="card providers" aria-labelledby="providers-title">
        <h3 id="providers-title">What the providers got</h3>
        <ul id="submissions"></ul>
        <p id="no-submissions" class="empty">Nothing was submitted to a provider yet.</p>
      </section>
    </div>
  </section>
`;
