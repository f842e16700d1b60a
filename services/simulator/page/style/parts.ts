/** The form, the people, the mailbox and the submissions to providers. */
export const PARTS = /* CSS */ `
.compose { position: sticky; top: 3.8rem; max-height: calc(100dvh - 4.8rem); overflow-y: auto; scrollbar-width: thin; padding: 1.15rem 1.25rem; }
.compose form { display: grid; gap: 0.7rem; margin-top: 0.8rem; }
.channels { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.channels legend { padding: 0; margin-bottom: 0.25rem; font-size: 0.85rem; font-weight: 600; }
.channels label { flex: 1 auto; display: flex; align-items: center; justify-content: center; gap: 0.45rem; padding: 0.45rem 0.3rem; font-size: 0.9rem; border: 1px solid var(--line); border-radius: 9px; cursor: pointer; }
.channels label:has(:checked) { background: var(--tint); border-color: transparent; }
.channels label:has(:disabled) { cursor: default; color: var(--soft); }
.compose details > summary { font-size: 0.9rem; color: var(--soft); }
.compose form > details[open] { display: grid; }
.compose form > details > :not(summary) { margin-top: 0.75rem; }
.outcome { padding: 0.85rem 1rem; background: var(--sunk); border-radius: 12px; font-size: 0.9rem; }
.outcome li { margin-top: 0.3rem; padding-left: 1.4rem; text-indent: -1.4rem; }
.outcome li::before { display: inline-block; width: 1.4rem; text-indent: 0; }
.outcome .good::before { content: '✓'; color: var(--accent); font-weight: 700; }
.outcome .skipped::before { content: '–'; color: var(--warn); font-weight: 700; }
.verdict { font-weight: 600; }
.verdict.bad { color: var(--bad); }
.outcome details { margin-top: 0.6rem; }
.outcome pre { margin-top: 0.5rem; }
.nobody { display: grid; align-content: center; min-height: min(44rem, calc(100dvh - 5rem)); padding: clamp(1.75rem, 6vw, 4.5rem) clamp(1.25rem, 8vw, 7rem); }
.nobody .icon { width: 3rem; height: 3rem; }
.nobody h3 { margin: 1rem 0 1.25rem; font-size: 1.5rem; letter-spacing: -0.02em; }
.nobody ol { display: grid; gap: 0.9rem; max-width: 32rem; counter-reset: step; }
.nobody li { position: relative; padding-left: 2.6rem; color: var(--soft); counter-increment: step; }
.nobody li::before { content: counter(step); position: absolute; left: 0; width: 1.75rem; text-align: center; font-weight: 700; line-height: 1.75rem; color: var(--accent); background: var(--tint); border-radius: 50%; }
.nobody strong { color: var(--ink); }
.people { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 1rem; min-width: 0; }
.people ul { display: flex; gap: 0.4rem; overflow-x: auto; scrollbar-width: thin; padding: 3px; margin: -3px; min-width: 0; }
.people button { display: flex; align-items: center; gap: 0.5rem; padding: 0.3rem 0.8rem 0.3rem 0.35rem; border-radius: 99px; white-space: nowrap; }
.people [aria-pressed='true'] { color: var(--ground); background: var(--ink); border-color: var(--ink); }
.face { display: grid; place-items: center; width: 1.65rem; height: 1.65rem; font-size: 0.8rem; font-weight: 700; text-transform: uppercase; color: var(--accent); background: var(--tint); border-radius: 50%; }
.people .hint { white-space: nowrap; }
#find { width: 9rem; flex: none; background: var(--card); border-color: var(--line); }
.mailbox { overflow: hidden; }
.mailbox > header { display: flex; align-items: center; gap: 0.6rem; padding: 0.9rem 1.25rem; border-bottom: 1px solid var(--line); }
.mailbox > header .icon { color: var(--accent); }
.address { margin-left: auto; color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; text-align: right; }
#mails > li { border-bottom: 1px solid var(--line); }
#mails summary:hover { background: var(--sunk); }
#mails > li > details > summary { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: 0.75rem 1.25rem; list-style: none; }
#mails > li > details > summary::-webkit-details-marker { display: none; }
#mails > li > details > summary::after { content: ''; justify-self: end; align-self: center; width: 0.45rem; height: 0.45rem; margin-right: 0.2rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
#mails details[open] > summary::after { transform: rotate(-135deg); }
#mails summary:focus-visible { outline-offset: -3px; border-radius: 8px; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.from { grid-row: 2; color: var(--soft); font-size: 0.85rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.moment { color: var(--soft); font-size: 0.8rem; font-variant-numeric: tabular-nums; }
#mails details > :not(summary) { margin: 0 1.25rem 0.9rem; }
#mails iframe { display: block; width: calc(100% - 2.5rem); height: 24rem; resize: vertical; background: #fff; color-scheme: light; border: 1px solid var(--line); border-radius: 10px; }
#mails .inner > summary { width: max-content; padding: 0; color: var(--soft); font-size: 0.85rem; background: none; }
#mails .inner > :not(summary) { margin: 0.5rem 0 0; padding: 0.75rem; background: var(--sunk); border-radius: 10px; }
#mails dl { font: 0.78rem/1.5 var(--mono); overflow-wrap: anywhere; white-space: pre-wrap; }
#mails dt { color: var(--soft); } #mails dd { margin-bottom: 0.35rem; }
#mail-endings:not(:empty) { padding: 0.8rem 1.25rem; background: var(--sunk); }
#mails:empty ~ #mail-endings { border-top: 1px solid var(--line); }
.providers { margin-top: 1.25rem; padding: 1rem 1.25rem; }
.providers h3 { font-size: 0.95rem; }
.providers li { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; justify-items: start; align-items: baseline; padding: 0.35rem 0; font-size: 0.9rem; border-top: 1px solid var(--line); }
.providers ul { display: grid; grid-template-columns: auto auto 1fr; column-gap: 1.1rem; margin-top: 0.6rem; }
.providers .empty { padding: 0.5rem 0 0; text-align: left; }
@media (max-width: 52rem) {
  .compose { position: static; max-height: none; padding: 1.1rem; }
  .outcome { scroll-margin-bottom: 5.5rem; }
  .nobody { min-height: 0; }
  .people { flex-wrap: wrap; }
  #mails iframe { height: 22rem; }
}
`;
