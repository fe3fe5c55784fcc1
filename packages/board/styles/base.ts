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
  --schedule: var(--accent);
  --port: light-dark(#7b3f98, #cfa6ea);
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
.small { font-size: 0.75rem; }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
abbr { text-decoration: none; }
dd { margin: 0; }
.mono { font-family: var(--mono); font-size: 0.9375em; letter-spacing: -0.01em; }
.strong { font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 0.25rem; }
button, input, select { font: inherit; color: inherit; }
button, select, input:not([type='checkbox'], [type='radio']) {
  min-block-size: 2rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  background: var(--surface);
  padding: 0 0.625rem;
}
button { cursor: pointer; font-weight: 550; }
button:enabled:hover { border-color: var(--accent); color: var(--accent); }
button.quiet { border-color: transparent; background: none; color: var(--accent); }
button.quiet:enabled:hover { background: var(--raised); }
button.icon { padding: 0; min-inline-size: 2rem; display: inline-grid; place-items: center; }
input[type='checkbox'] { inline-size: 1rem; block-size: 1rem; margin: 0; accent-color: var(--accent); }
::placeholder { color: var(--muted); opacity: 1; }
:placeholder-shown { text-overflow: ellipsis; }
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
/* A symbol, because not every user can distinguish colours. */
.chip.good::before { content: '✓ ' / ''; }
.chip.bad::before { content: '≠ ' / ''; }
.chip.plain { color: var(--muted); }
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

.header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.75rem 1rem 0.5rem; }
.title { margin: 0; font-size: 1.125rem; font-weight: 650; letter-spacing: -0.015em; }
.connection { display: inline-flex; align-items: center; gap: 0.375rem; color: var(--muted); font-size: 0.75rem; }
.connection i { inline-size: 0.5rem; block-size: 0.5rem; border-radius: 50%; background: var(--edge); }
.connection[data-state='live'] i { background: var(--good); }
.connection[data-state='waiting'] { color: var(--bad); }
.connection[data-state='waiting'] i { background: var(--bad); }
.search { position: relative; flex: 1 1 14rem; max-inline-size: 30rem; margin-inline-start: auto; display: flex; align-items: center; }
.search > .icon { position: absolute; inset-inline-start: 0.625rem; color: var(--muted); pointer-events: none; }
.search input { inline-size: 100%; padding-inline: 2rem; }
.search kbd { position: absolute; inset-inline-end: 0.5rem; pointer-events: none; }
.search input:focus + kbd, .search input:not(:placeholder-shown) + kbd { display: none; }
.controls, .controls > .wide { display: flex; align-items: center; gap: 0.375rem; }
.controls button { display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem; }
.controls button.set { border-color: var(--accent); color: var(--accent); }
svg.icon { inline-size: 1rem; block-size: 1rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.views { display: flex; gap: 0.125rem; padding-inline: 0.625rem; overflow-x: auto; scrollbar-width: none; }
.views > button, .views .saved > :first-child {
  flex: none;
  border: 0;
  border-block-end: 2px solid transparent;
  border-radius: 0;
  background: none;
  color: var(--muted);
  padding-inline: 0.5rem;
  min-block-size: 2.25rem;
  white-space: nowrap;
}
.views button[aria-current] { color: var(--text); border-block-end-color: var(--accent); }
.views .warning, .views .warning .number { color: var(--bad); }
.views .number { display: inline-block; min-inline-size: 1.125rem; font-weight: 400; color: var(--muted); text-align: start; }
.views .new { margin-inline-start: 0.25rem; padding-inline: 0.375rem; border-radius: 0.625rem; background: var(--accent); color: var(--surface); font-size: 0.6875rem; }
.views .saved { display: flex; align-items: center; flex: none; }
.views .saved .icon { min-inline-size: 1.5rem; min-block-size: 1.5rem; border: 0; background: none; }
.active { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; padding: 0.5rem 1rem; border-block-start: 1px solid var(--line); }
.active .chip, .chosen .chip { display: inline-flex; align-items: center; gap: 0.25rem; min-block-size: 1.75rem; border: 1px solid var(--line); background: none; color: var(--text); border-radius: 0.875rem; padding-inline: 0.625rem; }
.active .chip svg, .chosen .chip svg { inline-size: 0.75rem; block-size: 0.75rem; }
.active .chip.host { border-style: dashed; color: var(--muted); }
.chosen .chip.set, .active .chip.set { border-color: var(--accent); color: var(--accent); background: color-mix(in oklab, var(--accent) 8%, var(--surface)); }
.active .looked { padding-inline: 0.25rem; }
.popover {
  position: fixed;
  inset: auto;
  left: var(--left, 0);
  top: var(--top, 0);
  margin: 0;
  inline-size: 20rem;
  max-inline-size: calc(100vw - 1rem);
  max-block-size: calc(100vh - 1rem);
  overflow: auto;
  padding: 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--surface);
  color: var(--text);
  box-shadow: 0 8px 28px rgb(0 0 0 / 0.18);
  font-size: 0.8125rem;
}
.popover.sheet { inline-size: 26rem; padding-block-end: 0; }
.popover.menu { inline-size: max-content; min-inline-size: 12rem; padding: 0.375rem; }
.popover.menu > button { display: block; inline-size: 100%; border: 0; background: none; text-align: start; font-weight: 400; }
.popover.menu > button:hover { background: var(--raised); }
.popover.menu fieldset { padding: 0.5rem 0.625rem 0.25rem; border-block-start: 1px solid var(--line); }
.popover.menu legend { float: inline-start; inline-size: 100%; }
.popover.menu legend + label { clear: both; }
.popover fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
.popover :is(legend, label > span:first-child, .picker > label) { color: var(--muted); font-size: 0.75rem; padding: 0; margin-block-end: 0.25rem; }
.popover .report { margin: 0.25rem 0.625rem; color: var(--muted); max-inline-size: 16rem; }
.popover .report:empty { margin: 0; }
.popover .check { display: flex; align-items: center; gap: 0.5rem; min-block-size: 1.75rem; }
.popover .check span { margin: 0; color: var(--text); font-size: 0.8125rem; }
.popover :is(input:not([type='checkbox'], [type='radio']), select) { inline-size: 100%; }
.filter-panel, .picker, .dates { display: grid; gap: 0.75rem; }
.picker, .dates { gap: 0.5rem; }
.filter-panel label:not(.check), .pair > label { display: grid; min-inline-size: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; align-items: end; }
.chosen { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.options { display: grid; max-block-size: 16rem; overflow: auto; }
.options > div { padding: 0.375rem 0.5rem; border-radius: 0.375rem; cursor: pointer; }
.options > div[aria-selected='true'], .options > div:hover { background: color-mix(in oklab, var(--accent) 10%, var(--surface)); }
.segments { display: flex; border: 1px solid var(--edge); border-radius: 0.375rem; overflow: hidden; }
.segments label { flex: 1; position: relative; }
.segments input { position: absolute; opacity: 0; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; min-block-size: 0; cursor: pointer; }
.row-kinds { border: 0; margin: 0; padding: 0; }
.segments label > span:last-child { display: block; text-align: center; padding: 0.375rem; margin: 0; color: var(--muted); font-size: 0.8125rem; }
.segments input:checked + span { background: var(--accent); color: var(--surface); }
.segments input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: -4px; }
.filter-panel .foot { display: flex; justify-content: space-between; position: sticky; inset-block-end: 0; background: var(--surface); padding-block: 0.5rem 0.75rem; border-block-start: 1px solid var(--line); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--surface); }
button.primary:enabled:hover { color: var(--surface); filter: brightness(1.08); }
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
.banner button { color: inherit; }
.foot-line { display: flex; justify-content: space-between; align-items: center; min-block-size: 2rem; padding-inline: 1rem; border-block-start: 1px solid var(--line); color: var(--muted); font-size: 0.75rem; }
.toasts { position: absolute; inset-inline: 0; inset-block-end: 2.5rem; display: grid; justify-items: center; pointer-events: none; z-index: 6; padding-inline: 0.75rem; }
.toast { pointer-events: auto; display: flex; align-items: center; gap: 0.5rem; padding: 0.25rem 0.25rem 0.25rem 0.875rem; border-radius: 0.5rem; background: var(--text); color: var(--surface); box-shadow: 0 4px 16px rgb(0 0 0 / 0.25); }
.toast.failed { background: var(--bad); }
.toast button { background: none; border-color: transparent; color: inherit; text-decoration: underline; min-block-size: 2.25rem; }
.toast button.icon { text-decoration: none; }
.toast button:enabled:hover { color: inherit; border-color: currentColor; }
.toast :focus-visible { outline-color: currentColor; }
.blank { margin: auto; padding: 2rem 1.25rem; text-align: center; max-inline-size: 34rem; overflow: auto; max-block-size: 100%; }
.blank strong { font-size: 1.0625rem; }
.blank p { margin: 0.375rem 0 1rem; color: var(--muted); }
.blank dl { display: grid; gap: 0.5rem; margin: 0 0 1rem; text-align: start; }
.blank dl > div { padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--raised); }
.blank dd { color: var(--muted); }
.blank code { font-family: var(--mono); }
.blank button + button { margin-inline-start: 0.5rem; }
.filter-panel > .narrow { display: none; gap: 0.75rem; }
@container board (max-width: 899.9px) {
  .header .wide, .active .wide { display: none; }
  .filter-panel > .narrow { display: grid; }
}
@container board (max-width: 640px) {
  .header { padding: 0.5rem 0.75rem 0.25rem; gap: 0.375rem; }
  .search { order: 2; flex-basis: 100%; max-inline-size: none; }
  .controls { margin-inline-start: auto; }
  .search kbd { display: none; }
  .views { padding-inline: 0.25rem; }
  .popover.sheet { inset: auto 0 0; inline-size: 100vw; max-inline-size: none; max-block-size: 85vh; border-radius: 0.875rem 0.875rem 0 0; border-inline: 0; padding: 1rem 1rem 0; }
  .active { padding: 0.375rem 0.75rem; max-block-size: 5.5rem; overflow-y: auto; }
  .chooser { display: none; }
  .bones { block-size: 6rem; align-content: center; }
  .bones > :nth-child(n + 2) { display: none; }
}
.help { border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem 1.5rem; background: var(--surface); color: var(--text); }
.help::backdrop { background: rgb(0 0 0 / 0.35); }
.help { max-inline-size: 38rem; }
.help ol { margin: 0 0 1rem; padding-inline-start: 1.25rem; display: grid; gap: 0.375rem; }
.help h3 { margin: 0 0 0.75rem; font-size: 1rem; }
.help dl { display: grid; gap: 0.375rem; margin: 0 0 1rem; }
.help dl > div { display: grid; grid-template-columns: 7.5rem 1fr; }
.help dt { display: flex; flex-wrap: wrap; gap: 0.25rem; align-content: start; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
@media (forced-colors: active) { .chip, .row.opened { border: 1px solid; } }
`;
