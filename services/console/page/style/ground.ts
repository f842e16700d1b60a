/** Colours, type and layout of the page, in the reader's choice of light or dark. */
export const GROUND = /* CSS */ `
:root {
  color-scheme: light dark;
  --ground: #f6f4ef; --card: #fff; --ink: #1c2126; --soft: #5a636e; --line: #e2ded5; --edge: #8a8f96; --sunk: #f3f1eb;
  --accent: #0b6e4f; --on-accent: #fff; --tint: #e3f1eb; --bad: #b3261e; --bad-tint: #fbe9e7; --warn: #7a4d00; --warn-tint: #fbf0d9;
  --shadow: 0 1px 2px rgb(40 34 20 / 5%), 0 8px 24px rgb(40 34 20 / 6%);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121518; --card: #1a1e23; --ink: #e8eaec; --soft: #a3acb7; --line: #2c323a; --edge: #6b7480; --sunk: #22272e;
    --accent: #62d0a7; --on-accent: #0a1c15; --tint: #17332a; --bad: #ff9389; --bad-tint: #3b2020; --warn: #f0c267; --warn-tint: #352a14;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; border: 0; overflow-wrap: anywhere; }
ul, ol { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; }
h2 { font-size: 1.1rem; letter-spacing: -0.01em; }
h3 { font-size: 0.95rem; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font: 0.85em/1.5 var(--mono); overflow-wrap: anywhere; }
.mark { width: 1.75rem; height: 1.75rem; flex: none; fill: none; stroke-linecap: round; stroke-linejoin: round; }
.mark rect { fill: #0b6e4f; } .mark path { stroke: #fff; stroke-width: 2.2; } .mark circle { fill: #ffd166; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: 0.6rem 1rem; background: var(--card); border-radius: 0 0 10px 10px; }
.skip:focus { top: 0; }
.hint { color: var(--soft); font-size: 0.87rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); padding: 1.25rem; min-width: 0; }
.top { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding: 0.7rem max(1.5rem, calc(50vw - 34rem)); background: var(--ground); border-bottom: 1px solid var(--line); }
.name, .sign-in h1 { display: flex; align-items: center; gap: 0.55rem; font-size: 1.1rem; font-weight: 700; letter-spacing: -0.015em; }
.name span, .sign-in h1 span { color: var(--soft); font-weight: 400; }
.top nav { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.top nav a { padding: 0.4rem 0.7rem; color: var(--soft); text-decoration: none; border-radius: 9px; }
.top nav a:hover { color: var(--ink); }
.top nav a[aria-current] { color: var(--accent); background: var(--tint); font-weight: 600; }
.top form { margin-left: auto; }
#view { max-width: 71rem; margin: 0 auto; padding: 1.75rem 1.5rem 4rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
#view:focus, h1:focus { outline: none; }
.notice { max-width: 68rem; margin: 1rem auto; padding: 0.8rem 1rem; background: var(--bad-tint); border-radius: 10px; }
.sign-in { width: min(24rem, calc(100% - 2rem)); margin: 16vh auto 2rem; display: grid; gap: 1.25rem; padding: 1.75rem; }
.sign-in form { display: grid; gap: 1rem; }
@media (max-width: 44rem) {
  .top { position: static; padding: 0.7rem 1rem; }
  .top nav { order: 3; width: 100%; }
  .top nav a { flex: 1 auto; padding: 0.55rem 0.25rem; text-align: center; white-space: nowrap; }
  .top nav { gap: 0; }
  #view { padding: 1.25rem 1rem 3rem; }
  .card { padding: 1rem; border-radius: 14px; }
}
@media (max-width: 24rem) {
  .name span { display: none; }
  .top nav a { font-size: 0.9rem; }
}
@media (prefers-reduced-motion: no-preference) {
  button, input, select { transition: border-color 0.12s, background-color 0.12s; }
}
`;
