/** Colours, type and layout of the page, in the reader's choice of light or dark. */
export const GROUND = /* CSS */ `
:root {
  color-scheme: light dark;
  --ground: #f6f4ef; --card: #fff; --ink: #1c2126; --soft: #5a636e; --line: #e2ded5; --sunk: #f3f1eb;
  --accent: #0b6e4f; --on-accent: #fff; --tint: #e3f1eb; --bad: #b3261e; --bad-tint: #fbe9e7; --warn: #855400;
  --shadow: 0 1px 2px rgb(40 34 20 / 5%), 0 8px 24px rgb(40 34 20 / 6%);
  --bezel: #1d2126; --text-own: #1b62cc; --wall: #efe9e0; --wa-own: #d8f8d0;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121518; --card: #1a1e23; --ink: #e8eaec; --soft: #9ca5b0; --line: #2c323a; --sunk: #22272e;
    --accent: #62d0a7; --on-accent: #0a1c15; --tint: #17332a; --bad: #ff9389; --bad-tint: #3b2020; --warn: #f0c267;
    --shadow: none;
    --bezel: #343b44; --text-own: #1b62cc; --wall: #101a18; --wa-own: #0c4f41;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.2rem; letter-spacing: -0.01em; }
h3 { font-size: 1rem; }
a { color: var(--accent); text-underline-offset: 2px; }
pre { font: 0.8rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.icon { width: 1.25em; height: 1.25em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; vertical-align: -0.25em; }
.mark rect { fill: #0b6e4f; stroke: none; } .mark path { stroke: #fff; stroke-width: 2.2; } .mark circle { fill: #ffd166; stroke: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: 0.6rem 1rem; background: var(--card); border-radius: 0 0 10px 10px; }
.skip:focus { top: 0; }
.hint { color: var(--soft); font-size: 0.87rem; }
.empty { color: var(--soft); padding: 2rem 1.25rem; text-align: center; text-wrap: balance; }
.notice { margin: 0 1.5rem 1rem; padding: 0.8rem 1rem; background: var(--bad-tint); border-radius: 10px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
.top, main { max-width: 84rem; margin: 0 auto; padding: 0 1.5rem; }
.top { position: sticky; top: 0; z-index: 2; background: var(--ground); display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding-block: 0.9rem; }
h1 { display: flex; align-items: center; gap: 0.55rem; font-size: 1.15rem; letter-spacing: -0.015em; }
h1 span { color: var(--soft); font-weight: 400; }
h1 .icon { width: 1.75rem; height: 1.75rem; }
.live { display: flex; align-items: center; gap: 0.4rem; padding: 0.1rem 0.65rem 0.1rem 0.55rem; font-size: 0.8rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; }
.live::before { content: ''; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: #e0a100; }
.live[data-state='live']::before { background: #21a67a; }
.clock { margin-left: auto; display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0.5rem 1rem; }
.present { font-variant-numeric: tabular-nums; text-align: right; line-height: 1.25; }
.present time { font-weight: 600; }
.present span { display: block; font-size: 0.78rem; color: var(--warn); }
.steps { display: flex; gap: 0.3rem; }
.clock .fault { width: 100%; text-align: right; }
main { display: grid; grid-template-columns: 22rem minmax(0, 1fr); gap: 1.25rem; padding-bottom: 3rem; align-items: start; }
.world:focus { outline: none; }
.devices { display: grid; grid-template-columns: minmax(0, 1fr) 20.5rem; gap: 1.25rem; align-items: start; }
.views { display: none; }
@media (max-width: 72rem) {
  .devices { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 52rem) {
  body { padding-bottom: calc(4.2rem + env(safe-area-inset-bottom)); }
  .top, main { padding-inline: 1rem; }
  .top { position: static; }
  h1 span { display: none; }
  .live { font-size: 0; border: 0; padding: 0; margin-left: -0.6rem; }
  .clock { display: contents; }
  .present { margin-left: auto; }
  .steps { width: 100%; }
  .steps button { flex: 1; padding-inline: 0; }
  main { grid-template-columns: minmax(0, 1fr); padding-bottom: 1rem; }
  [data-view='push'] .world, [data-view='mail'] section.phone, [data-view='phone'] .mailbox, body:not([data-view='push']) .compose { display: none; }
  .views { position: fixed; inset: auto 0 0; z-index: 2; display: grid; grid-template-columns: repeat(3, 1fr); background: var(--card); border-top: 1px solid var(--line); padding: 0.3rem 0.5rem calc(0.3rem + env(safe-area-inset-bottom)); }
}
@keyframes arrive { from { opacity: 0; transform: translateY(6px); } }
@media (prefers-reduced-motion: no-preference) {
  .arriving { animation: arrive 0.4s ease-out; }
  button, input, select, textarea { transition: border-color 0.12s, background-color 0.12s; }
}
`;
