/** A phone. On a real phone the frame would only take room, so there only its screen is shown. */
export const PHONE = /* CSS */ `
/** Without this a column is as wide as its widest part, which overflows a narrow window. */
.compose form, section.phone, .device, #reply { grid-template-columns: minmax(0, 1fr); }
section.phone { display: grid; gap: 0.9rem; }
.device { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; height: 41rem; overflow: hidden; background: var(--card); border: 9px solid var(--bezel); border-radius: 2.6rem; box-shadow: var(--shadow); }
.device > header { padding: 0.7rem 1.1rem 0.6rem; border-bottom: 1px solid var(--line); }
.bar { display: flex; justify-content: space-between; gap: 1rem; padding: 0 0.4rem; font-size: 0.82rem; font-weight: 600; font-variant-numeric: tabular-nums; min-height: 1.25rem; }
.apps { display: grid; grid-template-columns: 1fr 1fr; gap: 0.2rem; margin-top: 0.6rem; padding: 0.2rem; background: var(--sunk); border-radius: 11px; }
.apps button { display: flex; align-items: center; justify-content: center; gap: 0.4rem; padding: 0.3rem; font-size: 0.9rem; background: none; border-color: transparent; }
.apps [aria-pressed='true'] { font-weight: 600; background: var(--card); box-shadow: 0 1px 3px rgb(0 0 0 / 14%); }
.apps .count { color: var(--soft); background: none; padding: 0; min-width: 0; }
.screen { overflow-y: auto; padding: 0.9rem; overscroll-behavior: contain; scrollbar-width: thin; }
.screen:focus-visible { outline-offset: -3px; }
.screen[data-shows='whatsapp'] { background: var(--wall); }
#thread { display: grid; gap: 0.7rem; }
#thread li { justify-self: start; max-width: 86%; }
#thread p { width: fit-content; padding: 0.5rem 0.8rem; background: var(--sunk); border-radius: 1.1rem 1.1rem 1.1rem 0.3rem; overflow-wrap: anywhere; white-space: pre-wrap; }
#thread p a { color: inherit; font-weight: 500; }
#thread .moment { margin-left: 0.6rem; font-size: 0.73rem; }
#thread .own { justify-self: end; text-align: right; }
#thread .own p { margin-left: auto; text-align: left; color: #fff; background: var(--text-own); border-radius: 1.1rem 1.1rem 0.3rem; }
#thread .own .moment { margin: 0 0.6rem 0 0; }
[data-shows='whatsapp'] #thread p { background: var(--card); }
[data-shows='whatsapp'] #thread .own p { color: var(--ink); background: var(--wa-own); }
#reply { display: grid; gap: 0.5rem; padding: 0.7rem 0.9rem 1rem; border-top: 1px solid var(--line); }
.quick { display: flex; gap: 0.35rem; }
.quick button { padding: 0.05rem 0.7rem; font-size: 0.8rem; border-radius: 99px; }
.write { display: flex; gap: 0.4rem; }
.write input { flex: 1; min-width: 0; padding: 0.45rem 0.9rem; background: var(--sunk); border: 1px solid transparent; border-radius: 99px; }
.round { display: grid; place-items: center; flex: none; width: 2.4rem; height: 2.4rem; padding: 0; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 50%; }
.quoted { display: flex; align-items: center; gap: 0.5rem; padding: 0.35rem 0.6rem; font-size: 0.82rem; color: var(--soft); background: var(--sunk); border-left: 3px solid var(--accent); border-radius: 6px; }
.quoted span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.quoted button { padding: 0 0.4rem; background: none; border: 0; }
#phone-endings { padding: 0 0.4rem; }
@media (max-width: 72rem) { .device { max-width: 26rem; } }
@media (max-width: 52rem) {
  .device { max-width: none; height: max(26rem, calc(100dvh - 18rem)); border: 1px solid var(--line); border-radius: 16px; }
  .write input { font-size: 1rem; }
  .quick button { padding-block: 0.3rem; }
}
`;
