import { icon } from './icons';

/** The options of the form. The script fills in the outcomes of each channel, because it has the words for them. */
const MORE = /* HTML */ `
  <details>
    <summary>More options</summary>
    <label class="check"
      ><input type="checkbox" name="sms_if_whatsapp_fails" /> Text them if WhatsApp cannot deliver</label
    >
    <label class="field"
      >Text or WhatsApp only if unread after
      <span class="unit"
        ><input name="escalate" type="number" min="5" max="10080" inputmode="numeric" /> minutes</span
      ></label
    >
    <label class="field"
      >Hold the nudge for
      <span class="unit"
        ><input name="delay" type="number" min="1" inputmode="numeric" /> minutes</span
      ></label
    >
    <label class="field"
      >Kind
      <select name="kind">
        <option value="">A new message each time</option>
        <option value="updateable">Updates the one with this subject</option>
      </select></label
    >
    <label class="field"
      >Nudge
      <select name="notify">
        <option value="">When it is new</option>
        <option value="true">Always</option>
        <option value="false">Never, store it quietly</option>
      </select></label
    >
    <label class="field"
      >Rehearse a failure
      <select name="rehearse">
        <option value="">Nothing special</option>
      </select></label
    >
  </details>
`;

/** The form for a push. It is filled in, so that a newcomer only has to press the button. */
export const COMPOSE = /* HTML */ `
  <section class="card compose" aria-labelledby="push-title">
    <h2 id="push-title">Push an update</h2>
    <p class="hint">As a shop would, through the <a href="{docs}" target="_blank" rel="noopener">API</a>.</p>
    <form id="push" novalidate autocomplete="off">
      <label class="field"
        >Recipient’s email
        <input
          name="recipient_email"
          type="email"
          inputmode="email"
          value="ada@example.com"
          spellcheck="false"
      /></label>
      <label class="field"
        >Mobile number
        <input name="recipient_phone" type="tel" value="+49 1512 3456789" placeholder="+49 1512 3456789"
      /></label>
      <div class="row">
        <label class="field"
          >Order status
          <select name="order_status">
            <option value="confirmed">Confirmed</option>
            <option value="shipped" selected>Shipped</option>
            <option value="ready_for_pickup">Ready for pickup</option>
            <option value="delivered">Delivered</option>
            <option value="delayed">Delayed</option>
            <option value="cancelled">Cancelled</option>
            <option value="refunded">Refunded</option>
            <option value="">None</option>
          </select></label
        >
        <label class="field">Order number <input name="reference" value="#1042" spellcheck="false" /></label>
      </div>
      <label class="field">Subject <input name="subject" /></label>
      <label class="field">Message <textarea name="body" rows="3"></textarea></label>
      <fieldset class="channels">
        <legend>Nudge by</legend>
        <label title="Email is always sent"><input type="checkbox" checked disabled /> Email</label>
        <label><input type="checkbox" name="channels" value="sms" checked /> SMS</label>
        <label><input type="checkbox" name="channels" value="whatsapp" /> WhatsApp</label>
      </fieldset>
      <label class="check"
        ><input type="checkbox" name="whatsapp_opt_in" /> They agreed to WhatsApp messages</label
      >
      ${MORE}
      <button class="main">Push update ${icon('send')}</button>
      <div id="push-outcome" class="outcome" tabindex="-1" hidden></div>
    </form>
  </section>
`;
