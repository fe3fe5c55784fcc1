/** An opened notice: beside a wide list, over a narrow one. */
export const panelStyles = `
.panel {
  flex: none;
  inline-size: min(31rem, 46%);
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  border-inline-start: 1px solid var(--line);
  background: var(--surface);
}
@container board (max-width: 899.9px) {
  .panel { position: absolute; inset: 0; inline-size: auto; z-index: 4; border: 0; }
}
.panel-head { display: flex; justify-content: space-between; align-items: start; gap: 0.5rem; padding: 0.75rem 1rem 0.5rem; }
.panel h2 { margin: 0; font: 650 1rem/1.5rem var(--mono); overflow-wrap: anywhere; }
.panel h2:focus { outline: none; }
.panel h3 { margin: 1.25rem 0 0.375rem; font-size: 0.8125rem; font-weight: 650; }
.panel p { margin: 0.375rem 0; }
.tabs { display: flex; gap: 0.25rem; padding-inline: 0.75rem; border-block-end: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.tabs button {
  flex: none;
  min-block-size: 2.25rem;
  padding-inline: 0.5rem;
  border: 0;
  border-block-end: 2px solid transparent;
  border-radius: 0;
  background: none;
  color: var(--muted);
}
.tabs button[aria-selected='true'] { color: var(--text); border-block-end-color: var(--accent); }
.tabpanel { flex: 1; overflow: auto; padding: 0.75rem 1rem 1.5rem; overscroll-behavior: contain; }
.facts { display: grid; gap: 0.25rem; margin: 0; }
.facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.5rem; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.entries { list-style: none; margin: 0; padding: 0; }
.entries > li { padding-block: 0.5rem; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
.panel table { inline-size: 100%; border-collapse: collapse; }
.panel :is(th, td) { padding: 0.375rem 0.5rem 0.375rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
.panel th { font-weight: 550; color: var(--muted); font-size: 0.75rem; }
.panel .amount { text-align: end; white-space: nowrap; padding-inline-end: 0; }
.panel tfoot :is(th, td) { font-weight: 650; color: var(--text); border: 0; }
.versions { list-style: none; margin: 0; padding: 0; }
.versions li { position: relative; padding: 0 0 0.875rem 1.375rem; padding-inline: 1.375rem 0; }
.versions li::before {
  content: '';
  position: absolute;
  inset-inline-start: 0.125rem;
  inset-block-start: 0.375rem;
  inline-size: 0.5rem;
  block-size: 0.5rem;
  border: 2px solid var(--muted);
  border-radius: 50%;
}
.versions li.current::before { background: var(--accent); border-color: var(--accent); }
.versions li:not(:last-child)::after {
  content: '';
  position: absolute;
  inset-inline-start: 0.3125rem;
  inset-block: 1.125rem -0.125rem;
  inline-size: 2px;
  background: var(--line);
}
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; }
.pair label { display: grid; gap: 0.125rem; font-size: 0.75rem; color: var(--muted); min-inline-size: 0; }
.pair select { inline-size: 100%; color: var(--text); }
.diff { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
.diff li { display: grid; overflow-wrap: anywhere; }
.diff code { font: 0.75rem/1.125rem var(--mono); color: var(--muted); }
.diff :is(del, ins) { text-decoration: none; padding-inline: 0.375rem; }
.diff del { color: var(--bad); background: color-mix(in oklab, var(--bad) 7%, var(--surface)); }
.diff ins { color: var(--good); background: color-mix(in oklab, var(--good) 7%, var(--surface)); }
.diff del::before { content: '− '; }
.diff ins::before { content: '+ '; }
.candidate { display: grid; gap: 0.25rem; }
.comparisons { margin: 0; }
.comparisons dt { font-weight: 550; font-size: 0.75rem; color: var(--muted); }
.comparisons dd { margin: 0; margin-inline-start: 1rem; }
.actions { display: flex; align-items: center; gap: 0.5rem; }
.panel pre {
  margin: 0.5rem 0 0;
  padding: 0.75rem;
  border-radius: 0.375rem;
  background: var(--raised);
  font: 0.75rem/1.125rem var(--mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  direction: ltr;
}
.chart { margin: 0.5rem 0; direction: ltr; }
.chart > svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
.chart text { font-size: 10.5px; fill: var(--muted); }
.chart text.name { font-weight: 600; fill: var(--text); }
.chart line { stroke: var(--line); }
.chart line.now { stroke: var(--accent); stroke-dasharray: 3 3; }
.chart line.stay { stroke: var(--accent); stroke-width: 2; }
.chart .span { fill: color-mix(in oklab, var(--accent) 22%, var(--surface)); stroke: var(--accent); }
.chart .full { fill: var(--accent); stroke: var(--accent); stroke-width: 2; }
.chart .open { fill: var(--surface); stroke: var(--accent); stroke-width: 2; }
.chart .mark.void { opacity: 0.45; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 0.875rem; list-style: none; margin: 0.375rem 0 0; padding: 0; font-size: 0.75rem; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 0.25rem; }
.legend svg { inline-size: 0.875rem; block-size: 0.875rem; }
`;
