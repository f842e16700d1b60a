/** The time of the product, and the buttons that move it. It only moves forward. */
export const CLOCK = /* HTML */ `
  <section class="clock" aria-label="Clock of the service">
    <p class="present"><time id="now">–</time> <span id="ahead"></span></p>
    <div class="steps" role="group" aria-label="Move the clock">
      <button type="button" data-seconds="300">+5 min</button>
      <button type="button" data-seconds="3600">+1 h</button>
      <button type="button" data-seconds="86400">+1 day</button>
      <button type="button" popovertarget="custom-move">Other…</button>
    </div>
    <p id="clock-fault" class="fault" role="alert"></p>
    <form id="custom-move" class="sheet" popover aria-label="Move the clock by another time">
      <p class="hint">Every deadline on the way fires: held nudges, escalations, retries.</p>
      <div class="row">
        <label class="field"
          >Move by <input name="amount" type="number" min="1" max="100000" value="30" required autofocus
        /></label>
        <label class="field"
          >Unit
          <select name="unit">
            <option value="60">minutes</option>
            <option value="3600">hours</option>
            <option value="86400">days</option>
          </select></label
        >
      </div>
      <button class="main">Move the clock</button>
    </form>
  </section>
`;
