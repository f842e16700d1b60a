/** Lists, one business and what belongs to it. */
export const PARTS = /* CSS */ `
.heading { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1rem; }
.heading > div { min-width: 0; }
.state { padding: 2rem 1rem; text-align: center; text-wrap: balance; color: var(--soft); display: grid; gap: 0.75rem; justify-items: center; }
.state.bad { color: var(--bad); }
.badges { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.rows > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.3rem 1rem; align-items: start; padding: 0.8rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.rows > li > * { min-width: 0; }
.rows a { font-weight: 600; overflow-wrap: anywhere; }
.rows .meta a { font-weight: 400; }
.rows .wide { grid-column: 1 / -1; }
.rows .buttons { margin-top: 0.35rem; }
.figure { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.figure small { display: block; font-weight: 400; }
small { color: var(--soft); font-size: 0.82rem; overflow-wrap: anywhere; }
.meta { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
.meta > * { min-width: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; }
.facts dt { font-size: 0.82rem; color: var(--soft); }
.facts dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.facts .large { font-size: 1.5rem; line-height: 1.2; letter-spacing: -0.02em; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem; align-items: start; }
.secret { display: grid; gap: 0.6rem; padding: 1rem; background: var(--tint); border-radius: 12px; }
.secret code { padding: 0.5rem 0.65rem; background: var(--card); border-radius: 8px; user-select: all; }
.endpoint { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr); }
.endpoints > li { padding: 1.1rem 0; border-top: 1px solid var(--line); }
.endpoints > li:first-child { border-top: 0; padding-top: 0; }
.endpoints > li:last-child { padding-bottom: 0; }
details > summary { width: max-content; max-width: 100%; padding: 0.3rem 0; color: var(--soft); cursor: pointer; }
details > :not(summary) { margin-top: 0.75rem; }
.back { justify-self: start; }
`;
