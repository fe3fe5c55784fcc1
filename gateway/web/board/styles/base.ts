/** Colours, type, controls, header, filters, status. */
export const baseStyles = `
:host {
  --accent: var(--landfall-accent, light-dark(#0b5cbf, #7db4ff));
  --surface: var(--landfall-surface, light-dark(#ffffff, #0e1116));
  --raised: var(--landfall-raised, light-dark(#f5f7f9, #161b22));
  --line: var(--landfall-line, light-dark(#e2e6eb, #262d37));
  --edge: light-dark(#8a94a3, #6b7686);
  --text: var(--landfall-text, light-dark(#131a24, #e6eaf0));
  --muted: var(--landfall-muted, light-dark(#566273, #99a4b3));
  --good: var(--landfall-good, light-dark(#0a6640, #5fd39b));
  --warn: var(--landfall-warn, light-dark(#7d4a00, #f0b45c));
  --bad: var(--landfall-bad, light-dark(#a61e1e, #ff9088));
  --fresh: var(--landfall-fresh, light-dark(#e3effd, #14283f));
  --mono: var(--landfall-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace);
  display: block;
  container: board / inline-size;
  block-size: var(--landfall-height, 40rem);
  color-scheme: light dark;
  font: 400 0.8125rem / 1.25rem var(--landfall-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif);
  font-variant-numeric: tabular-nums;
  text-align: start;
}
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([hidden]) { display: none; }
*, ::before, ::after { box-sizing: border-box; }
.board {
  position: relative;
  display: flex;
  flex-direction: column;
  block-size: 100%;
  overflow: hidden;
  background: var(--surface);
  color: var(--text);
  border-radius: var(--landfall-radius, 0.625rem);
}
.hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.muted { color: var(--muted); }
.mono { font-family: var(--mono); font-size: 0.9375em; letter-spacing: -0.01em; }
.strong { font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 0.25rem; }
button, input, select { font: inherit; color: inherit; }
button, select, input:not([type='checkbox']) {
  min-block-size: 2rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  background: var(--surface);
  padding: 0 0.625rem;
}
button { cursor: pointer; font-weight: 550; }
button:hover:not([aria-disabled='true']) { border-color: var(--accent); color: var(--accent); }
button[aria-disabled='true'] { color: var(--muted); cursor: default; }
button.quiet { border-color: transparent; background: none; color: var(--accent); }
button.quiet:hover:not([aria-disabled='true']) { background: var(--raised); }
button.icon { padding: 0; min-inline-size: 2rem; text-align: center; }
input[type='checkbox'] { inline-size: 1rem; block-size: 1rem; margin: 0; accent-color: var(--accent); }
::placeholder { color: var(--muted); opacity: 1; }
kbd {
  font: 500 0.75rem/1.25rem var(--mono);
  padding-inline: 0.375rem;
  border: 1px solid var(--line);
  border-radius: 0.25rem;
  background: var(--raised);
  color: var(--muted);
}
.chip {
  padding: 0.0625rem 0.4375rem;
  border-radius: 0.3125rem;
  background: color-mix(in oklab, currentColor 9%, var(--surface));
  font-size: 0.75rem;
  font-weight: 550;
  line-height: 1.125rem;
  white-space: nowrap;
}
.chip i { font-style: normal; font-weight: 700; margin-inline-end: 0.3125rem; }
.chip .detail { font-weight: 400; }
.chip.good { color: var(--good); }
.chip.warn { color: var(--warn); }
.chip.bad { color: var(--bad); }
.chip:is(.none, .wait, .plain) { color: var(--muted); }
.bone {
  display: block;
  inline-size: 80%;
  block-size: 0.75rem;
  margin-block: 0.25rem;
  border-radius: 0.25rem;
  background: var(--line);
  animation: breathe 1.6s ease-in-out infinite alternate;
}
.bone.short { inline-size: 50%; }
@keyframes breathe { to { opacity: 0.45; } }

.header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.625rem; padding: 0.75rem 1rem; }
.title { margin: 0; font-size: 1.0625rem; font-weight: 650; letter-spacing: -0.01em; }
.search { flex: 1 1 16rem; max-inline-size: 34rem; margin-inline-start: auto; }
.search form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; position: relative; }
.search input { flex: 1; min-inline-size: 6rem; padding-inline-end: 2rem; }
.search kbd { position: absolute; inset-inline-end: 0.5rem; pointer-events: none; }
.search input:focus + kbd, .search input:not(:placeholder-shown) + kbd { display: none; }
.filters {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.5rem 0.75rem;
  margin: 0;
  padding: 0 1rem 0.75rem;
  border: 0;
  min-inline-size: 0;
}
.filters label { display: grid; gap: 0.125rem; font-size: 0.75rem; color: var(--muted); }
.filters label :is(input, select) { color: var(--text); font-size: 0.8125rem; max-inline-size: 11rem; }
.filters input.short { inline-size: 6rem; text-transform: uppercase; }
.filters .check { display: flex; align-items: center; gap: 0.375rem; min-block-size: 2rem; color: var(--text); }
.filters .push { margin-inline-start: auto; }
.under { display: contents; }
.status { display: grid; }
.banner {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
  padding: 0.375rem 1rem;
  border-block-start: 1px solid var(--line);
  background: color-mix(in oklab, currentColor 7%, var(--surface));
}
.banner.good { color: var(--good); }
.banner.warn { color: var(--warn); }
.banner.bad { color: var(--bad); }
.banner button { color: inherit; }
.lookup { margin: 0; padding: 0.375rem 1rem; border-block-start: 1px solid var(--line); color: var(--muted); }
.coverage {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 1rem;
  min-block-size: 2.25rem;
  padding-inline: 1rem;
  border-block-start: 1px solid var(--line);
  color: var(--muted);
  font-size: 0.75rem;
}
.blank { margin: auto; padding: 2rem; text-align: center; max-inline-size: 30rem; }
.blank strong { font-size: 1rem; }
.blank p { margin: 0.25rem 0 1rem; color: var(--muted); }
.help { border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem 1.5rem; background: var(--surface); color: var(--text); }
.help::backdrop { background: rgb(0 0 0 / 0.35); }
.help h3 { margin: 0 0 0.75rem; font-size: 1rem; }
.help dl { display: grid; gap: 0.375rem; margin: 0 0 1rem; }
.help dl > div { display: grid; grid-template-columns: 7.5rem 1fr; }
.help dd { margin: 0; }
.help dt { display: flex; flex-wrap: wrap; gap: 0.25rem; align-content: start; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
@media (forced-colors: active) { .chip, .row.opened { border: 1px solid; } }
`;
