/** Buttons, and fields with their labels and hints. Type of less than 16 px would make Safari on a phone zoom in. */
export const CONTROLS = /* CSS */ `
button, input, select, textarea { font: inherit; color: inherit; }
::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; padding: 0.3rem 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 9px; }
button:hover { border-color: var(--soft); }
[aria-busy='true'] { opacity: 0.6; cursor: default; }
button.main, a.main { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; padding: 0.6rem 1.1rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 10px; text-decoration: none; }
button.main:hover, a.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
button.quiet { padding: 0 0.35rem; font-size: 0.75rem; color: var(--soft); background: none; border-color: transparent; text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.field { display: grid; gap: 0.25rem; font-size: 0.85rem; font-weight: 600; min-width: 0; }
.field input, .field select, .field textarea, #find { width: 100%; min-width: 0; padding: 0.42rem 0.65rem; font-size: 0.95rem; font-weight: 400; background: var(--sunk); border: 1px solid transparent; border-radius: 9px; }
.field input:hover, .field select:hover, .field textarea:hover { border-color: var(--line); }
.field textarea { resize: vertical; min-height: 5.2rem; line-height: 1.45; }
.field [aria-invalid] { border-color: var(--bad); background: var(--bad-tint); }
.fault { font-size: 0.82rem; font-weight: 500; color: var(--bad); }
.unit { display: flex; align-items: center; gap: 0.5rem; font-weight: 400; color: var(--soft); }
.unit input { width: 6rem; color: var(--ink); }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.check { display: flex; align-items: center; gap: 0.5rem; font-size: 0.9rem; }
input[type='checkbox'] { width: 1.05rem; height: 1.05rem; margin: 0; flex: none; accent-color: var(--accent); }
summary { cursor: pointer; }
.count { min-width: 1.25rem; padding: 0 0.35rem; font-size: 0.72rem; font-weight: 700; line-height: 1.25rem; text-align: center; color: var(--on-accent); background: var(--accent); border-radius: 99px; }
.count:empty, .hint:empty, .fault:empty { display: none; }
.badge { padding: 0.05rem 0.55rem; font-size: 0.8rem; color: var(--accent); background: var(--tint); border-radius: 99px; }
.badge.bad { color: var(--bad); background: var(--bad-tint); }
.sheet { inset: 4.2rem max(1.5rem, calc(50vw - 40.5rem)) auto auto; margin: 0; width: min(20rem, calc(100vw - 2rem)); padding: 1rem; background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 12px 40px rgb(0 0 0 / 22%); }
.sheet .row { margin: 0.75rem 0; }
.sheet .main { width: 100%; }
.ending { display: flex; flex-wrap: wrap; align-items: center; gap: 0.45rem 0.6rem; font-size: 0.87rem; color: var(--soft); }
.ending label { flex: 1 1 12rem; min-width: 0; display: flex; align-items: center; gap: 0.6rem; white-space: nowrap; }
.ending select { flex: 1; min-width: 0; padding: 0.3rem 0.4rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 9px; }
.ending .hint { flex-basis: 100%; }
.views button { position: relative; display: grid; justify-items: center; gap: 0.1rem; padding: 0.35rem; font-size: 0.75rem; color: var(--soft); background: none; border: 0; }
.views .icon { width: 1.4rem; height: 1.4rem; }
.views [aria-pressed='true'] { color: var(--accent); font-weight: 600; }
.views .count { position: absolute; top: 0.1rem; left: calc(50% + 0.4rem); }
@media (max-width: 52rem) {
  .field input, .field select, .field textarea, #find, .ending select { font-size: 1rem; }
  .steps button { padding-block: 0.4rem; }
  .sheet { inset: 6rem 1rem auto; width: auto; }
  .field textarea { min-height: 4.4rem; }
}
`;
