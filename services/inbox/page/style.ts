/**
 * One column for a phone, with margins on a desktop, in the reader's choice of light or dark. Dimmed text is dimmed by
 * colour and not by opacity, so that every pair of colours keeps a contrast of 4.5 : 1 or more (INBOX-20).
 */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f5f3ee;--card:#fff;--ink:#20242b;--soft:#5b6370;--line:#e2ded5;--accent:#0a6b4d;--on-accent:#fff;--blue:#1d5a9f;--green:#0a6b4d;--amber:#855300;--red:#a5322a;--shade:0 1px 2px #2b25170d,0 8px 24px #2b251712}
@media(prefers-color-scheme:dark){:root{--ground:#13161a;--card:#1c2127;--ink:#e9ebee;--soft:#a3acb8;--line:#2e353d;--accent:#6fd3ab;--on-accent:#0c2018;--blue:#8bbcf6;--green:#6fd3ab;--amber:#eebf66;--red:#ff9d94;--shade:none}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,p{margin:0;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
header{display:flex;gap:.9rem;align-items:center;margin:.25rem .25rem 1.5rem}
header p{color:var(--soft)}
h1{font-size:1.35rem;line-height:1.25;letter-spacing:-.015em}
.mark{flex:none;display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font-size:1.25rem;font-weight:600}
.skip{margin:-.5rem .25rem 1rem}
ol{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}
ol details,ol a[href^='?'],.notice,.empty{display:block;background:var(--card);border:1px solid var(--line);border-radius:16px}
details[open]{box-shadow:var(--shade)}
summary,ol a[href^='?']{position:relative;display:block;padding:.85rem 2.75rem .85rem 1.1rem;list-style:none;cursor:pointer;color:inherit;text-decoration:none;border-radius:16px}
summary::-webkit-details-marker{display:none}
summary::after,ol a[href^='?']::after{content:'';position:absolute;right:1.25rem;top:1.35rem;width:.5rem;height:.5rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg)}
ol a[href^='?']::after{transform:rotate(-45deg)}
[open]>summary::after{transform:rotate(225deg);top:1.6rem}
ol h2{font-size:1rem;font-weight:600;line-height:1.4;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
[open]>summary h2{display:block;font-size:1.2rem;letter-spacing:-.01em;line-height:1.3}
small{display:flex;flex-wrap:wrap;gap:.1rem .75rem;margin-top:.2rem;color:var(--soft);font-size:.875rem}
small>*{min-width:0;overflow-wrap:anywhere}
ol b{font-weight:600}
ol b::before{content:'';display:inline-block;width:.5em;height:.5em;margin-right:.4em;border-radius:50%;background:currentColor;vertical-align:.08em}
.confirmed,.shipped{color:var(--blue)}
.ready_for_pickup,b.delivered{color:var(--green)}
.delayed{color:var(--amber)}
.cancelled,.refunded{color:var(--red)}
.text{padding:.25rem 1.1rem 1.25rem;font-size:1.0625rem;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere}
ol .obsolete,ol .retracted{background:none;color:var(--soft);box-shadow:none}
ol .retracted{border-style:dashed}
.obsolete h2,.retracted h2{font-weight:500}
.obsolete b,.retracted b,.obsolete a,.retracted a{color:inherit}
em{font-style:normal;font-size:.8125rem;font-weight:600;padding:0 .5em;border:1px solid;border-radius:1em}
button{min-height:2.75rem;padding:.5rem 1.1rem;font:inherit;font-weight:600;color:var(--ink);background:var(--ground);border:1px solid var(--soft);border-radius:12px;cursor:pointer}
button:hover{border-color:var(--ink)}
.main{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
noscript button{margin:0 1.1rem 1.1rem}
section{margin-top:2.5rem}
section h2{margin:0 .25rem .5rem;font-size:1rem}
section details{border-bottom:1px solid var(--line)}
section details[open]{box-shadow:none}
section summary{padding:.7rem 2.75rem .7rem .25rem}
section summary::after{top:1.1rem}
section [open]>summary::after{top:1.35rem}
section p{padding:0 .25rem .9rem;color:var(--soft)}
section form{padding:0 .25rem 1.1rem}
.notice{padding:1.5rem 1.25rem;display:grid;gap:.9rem}
.notice h2{font-size:1.2rem}
.notice p{color:var(--soft)}
.empty{padding:2.5rem 1.5rem;text-align:center;text-wrap:balance;color:var(--soft)}
.older a{display:inline-block;padding:.75rem .25rem}
footer{margin:2rem .25rem 0;color:var(--soft);font-size:.875rem}
@media(min-width:44rem){main{padding-top:3.5rem}}
@media(prefers-reduced-motion:no-preference){summary::after{transition:transform .15s}}
`;
