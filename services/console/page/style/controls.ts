/** Buttons, and fields with their labels and hints. Type of less than 16 px would make Safari on a phone zoom in. */
export const CONTROLS = /* CSS */ `
button, input, select { font: inherit; color: inherit; }
::placeholder { color: var(--soft); opacity: 1; }
button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.4rem; padding: 0.3rem 0.9rem; background: var(--card); border: 1px solid var(--edge); border-radius: 10px; cursor: pointer; text-align: center; }
button:hover { border-color: var(--ink); }
button[aria-busy='true'] { opacity: 0.6; cursor: default; }
button.main { font-weight: 600; color: var(--on-accent); background: var(--accent); border-color: transparent; }
button.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
button.danger { color: var(--bad); border-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.field { display: grid; gap: 0.25rem; align-content: start; min-width: 0; }
.field label { font-size: 0.87rem; font-weight: 600; }
.field input, .field select { width: 100%; min-width: 0; min-height: 2.4rem; padding: 0.35rem 0.65rem; background: var(--sunk); border: 1px solid var(--edge); border-radius: 10px; }
.field input[readonly] { color: var(--soft); }
.field [aria-invalid] { border-color: var(--bad); background: var(--bad-tint); }
.field.check { grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 0.15rem 0.6rem; }
.field.check input { width: 1.15rem; height: 1.15rem; min-height: 0; margin: 0; accent-color: var(--accent); }
.field.check .hint, .field.check .fault { grid-column: 2; }
.fault { font-size: 0.87rem; font-weight: 500; color: var(--bad); }
.said { font-size: 0.9rem; color: var(--accent); }
.said.bad { color: var(--bad); }
.said:empty { display: none; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1rem; }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
form.stack, .stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
form.line { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
form.line .field { flex: 1 1 12rem; }
form.line .said { flex-basis: 100%; }
.badge { display: inline-block; padding: 0.05rem 0.6rem; font-size: 0.8rem; white-space: nowrap; color: var(--soft); background: var(--sunk); border-radius: 99px; }
.badge.good { color: var(--accent); background: var(--tint); }
.badge.warn { color: var(--warn); background: var(--warn-tint); }
.badge.bad { color: var(--bad); background: var(--bad-tint); }
dialog { width: min(28rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 16px 48px rgb(0 0 0 / 30%); }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog .stack p { color: var(--soft); }
dialog .buttons { justify-content: flex-end; }
/** On the line of the field, even if there is a message below the field. */
@media (min-width: 44rem) {
  form.line { align-items: start; }
  form.line .buttons { margin-top: 1.55rem; }
}
@media (max-width: 44rem) {
  button, .field input:not([type='checkbox']), .field select { min-height: 2.75rem; }
  .field input, .field select { font-size: 1rem; }
}
`;
