/** Follows the reader's choice of a light or dark scheme. On a phone the page has one column. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf8; --card: #fff; --ink: #1d2127; --soft: #5d6673; --line: #e3e1dc;
  --accent: #0b6e4f; --code: #f1efea; --get: #1f5fae; --post: #0b6e4f; --bad: #b3261e; --warn: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1b1f25; --ink: #e6e8eb; --soft: #9aa4b1; --line: #2d333b;
    --accent: #5fcfa5; --code: #252b33; --get: #7fb2f5; --post: #5fcfa5; --bad: #ff8a80; --warn: #f0c060;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
code, pre, textarea, input { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.35em; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.9rem; letter-spacing: -0.02em; }
h1 small { color: var(--soft); font-size: 1rem; font-weight: 500; letter-spacing: 0; }
h2 { margin: 0; font-size: 1.35rem; letter-spacing: -0.01em; }
h3 { margin: 1.6rem 0 0.5rem; font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.08em; color: var(--soft); }
.top, .columns { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
.top { padding-top: 2.25rem; }
.top p { max-width: 46rem; }
.hint { color: var(--soft); font-size: 0.875rem; }
.key { display: grid; gap: 0.3rem; max-width: 34rem; font-weight: 600; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 2rem; padding-bottom: 4rem; }
nav { position: sticky; top: 1rem; align-self: start; display: grid; gap: 0.15rem; padding-top: 1rem; }
nav a { display: flex; gap: 0.6rem; align-items: center; padding: 0.4rem 0.5rem; border-radius: 8px; color: inherit; text-decoration: none; }
nav a:hover { background: var(--code); }
main { min-width: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; margin-top: 1rem; }
.route { margin: 0.5rem 0; display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; }
.method { min-width: 3.2rem; text-align: center; font: 700 0.7rem/1.7 ui-monospace, monospace; border: 1px solid; border-radius: 5px; padding: 0 0.35rem; }
.get { color: var(--get); } .post { color: var(--post); }
.fields { margin: 0; }
.fields > dt { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: baseline; padding-top: 0.6rem; border-top: 1px solid var(--line); }
.fields > dd { margin: 0.15rem 0 0.6rem; color: var(--soft); font-size: 0.925rem; }
.name { font-weight: 700; color: var(--ink); }
dt code:not(.name) { font-size: 0.78rem; }
.type, .limit { font-size: 0.8rem; color: var(--soft); }
.limit::before { content: '· '; }
.required { font-size: 0.75rem; font-weight: 600; color: var(--warn); }
details { margin-top: 0.3rem; }
details .fields { margin: 0.4rem 0 0 0.25rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
summary { cursor: pointer; color: var(--soft); font-size: 0.925rem; }
.answers > details { border-top: 1px solid var(--line); padding: 0.45rem 0; margin: 0; }
.status { font: 700 0.85rem ui-monospace, monospace; margin-right: 0.4rem; }
.s2 { color: var(--post); } .s4 { color: var(--warn); } .s5, .s0 { color: var(--bad); }
.try { margin-top: 1.6rem; padding: 0 1.1rem 1.1rem; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; }
.try h3 { margin-top: 1rem; }
.inputs { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.8rem; }
.inputs label { display: grid; gap: 0.25rem; font-size: 0.85rem; font-weight: 600; }
.wide { grid-column: 1 / -1; }
input, textarea { width: 100%; padding: 0.5rem 0.6rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
textarea { resize: vertical; }
button { margin-top: 0.9rem; padding: 0.5rem 1.3rem; font: 600 0.95rem system-ui, sans-serif; color: var(--ground); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
button[disabled] { opacity: 0.6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
output { display: block; margin-top: 0.9rem; }
output[hidden] { display: none; }
.outcome { margin: 0 0 0.4rem; font-weight: 600; }
pre { margin: 0; padding: 0.8rem; background: var(--code); border-radius: 8px; overflow: auto; max-height: 28rem; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; }
  nav { position: static; }
  section { padding: 1.1rem; }
}
`;
