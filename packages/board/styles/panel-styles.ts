/** The panel of an opened notice: beside a wide list, over a narrow one. */
export const panelStyles = `
.panel {
  flex: none;
  inline-size: min(30rem, 46%);
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  border-inline-start: 1px solid var(--line);
  background: var(--surface);
}
@container board (max-width: 899.9px) {
  .panel { position: absolute; inset: 0; inline-size: auto; z-index: 4; border: 0; }
}
.panel-head { display: flex; align-items: center; gap: 0.125rem; padding: 0.625rem 0.625rem 0 1rem; }
.panel h2 { flex: 1; margin: 0; font: 650 1.0625rem/1.5rem var(--mono); overflow-wrap: anywhere; }
.panel h2:focus { outline: none; }
.panel h3 { margin: 0 0 0.375rem; font-size: 0.8125rem; font-weight: 650; }
.panel p { margin: 0.375rem 0; }
.panel section { margin-block-start: 1.25rem; }
.panel section:first-child { margin-block-start: 0; }
.panel summary { cursor: pointer; color: var(--accent); font-weight: 550; padding-block: 0.25rem; }
.panel details > :not(summary) { margin-block-start: 0.375rem; }
.panel-head .icon { color: var(--muted); }
:is(.panel-head, .boxes) .collect.on { color: var(--surface); background: var(--good); border-color: var(--good); }
.notices { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; padding: 0.125rem 1rem 0.5rem; }
.notices button.chip { min-block-size: 1.5rem; border: 0; }
.notices button.chip[aria-pressed='true'] { color: var(--accent); }
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
.alerts { list-style: none; margin: 0 0 1rem; padding: 0; }
.alerts li {
  display: flex;
  align-items: start;
  gap: 0.5rem;
  padding-block: 0.375rem;
  padding-inline: 0.75rem 0.375rem;
  border-inline-start: 3px solid var(--edge);
  background: var(--raised);
}
.alerts li + li { margin-block-start: 2px; }
.alerts li > div { flex: 1; min-inline-size: 0; padding-block: 0.3125rem; }
.alerts .says { display: inline; font-weight: 550; }
.alerts .sub { display: block; font-weight: 600; font-size: 0.75rem; }
.age { white-space: nowrap; }
.alerts .ACT_NOW { border-color: var(--bad); }
.alerts .LOOK { border-color: var(--warn); }
.alerts .done .says { font-weight: 400; color: var(--muted); }
.alerts .marks { display: flex; flex: none; }
.alerts .marks > button { border-color: transparent; background: none; color: var(--muted); }
.alerts .marks > button:hover { color: var(--accent); }
.facts { display: grid; margin: 0; }
.facts > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.75rem; padding-block: 0.3125rem; }
.facts dt { color: var(--muted); }
.facts dd { overflow-wrap: anywhere; }
.facts .main { font-weight: 600; }
.facts .main > .muted { font-weight: 400; }
.facts .sub { display: block; }
.facts .contact { display: flex; flex-wrap: wrap; gap: 0 0.75rem; margin-block-start: -0.125rem; font-weight: 400; }
.facts .contact > * { padding-block: 0.125rem; }
.panel a { color: var(--accent); }
.drift { margin: 0; max-inline-size: 30rem; direction: ltr; }
.drift svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
.drift text { font-size: 11px; fill: var(--muted); }
@container board (max-width: 30rem) { .drift text { font-size: 14.5px; } }
.drift .grid { stroke: var(--line); }
.drift .path { fill: none; stroke-width: 2; stroke-linejoin: round; }
.drift .mark { fill: var(--surface); stroke-width: 2; }
.drift .notice { --side: var(--text); }
.drift .schedule { --side: var(--schedule); }
.drift .port { --side: var(--port); }
.drift :is(.path, .mark) { stroke: var(--side); }
.drift .mark.full { fill: var(--side); }
.drift text.end { fill: var(--side); font-weight: 650; }
.missing { display: flex; align-items: center; justify-content: space-between; padding: 0.25rem 0.25rem 0.25rem 0.75rem; background: var(--raised); }
.file { display: block; inline-size: 100%; border: 1px solid var(--line); border-radius: 0.375rem; }
iframe.file { block-size: min(40rem, 70vh); }
.checks dl { margin: 0; display: grid; gap: 0.5rem; }
.checks dt { font-weight: 550; }
.checks dd { color: var(--muted); }
.entries { list-style: none; margin: 0; padding: 0; }
.boxes > li { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; }
.boxes .sub { display: block; }
.boxes .collect { display: inline-flex; align-items: center; gap: 0.25rem; flex: none; }
.entries > li { padding-block: 0.5rem; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
.panel table { inline-size: 100%; border-collapse: collapse; }
.panel :is(th, td) { padding: 0.375rem 0.5rem 0.375rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
.panel th { font-weight: 550; color: var(--muted); font-size: 0.75rem; }
.panel .amount { text-align: end; white-space: nowrap; padding-inline-end: 0; }
.panel tfoot :is(th, td) { font-weight: 650; color: var(--text); border: 0; }
.story { list-style: none; margin: 0; padding: 0; }
.story li { position: relative; padding-block: 0 0.875rem; padding-inline: 1.375rem 0; }
.story li::before {
  content: '';
  position: absolute;
  inset-inline-start: 0.125rem;
  inset-block-start: 0.375rem;
  inline-size: 0.5rem;
  block-size: 0.5rem;
  border: 2px solid var(--side, var(--muted));
  background: var(--surface);
}
.story .version { --side: var(--text); }
.story .event { --side: var(--port); }
.story .event::before { rotate: 45deg; }
.story .alert { --side: var(--warn); }
.story .alert::before { border-radius: 50%; background: var(--warn); }
.story .closing::before { border-radius: 50%; }
.story li:not(:last-child)::after {
  content: '';
  position: absolute;
  inset-inline-start: 0.3125rem;
  inset-block: 1.125rem -0.125rem;
  inline-size: 2px;
  background: var(--line);
}
.story .side { font-weight: 600; }
.panel .line.before-after { display: flex; flex-wrap: wrap; gap: 0 0.375rem; white-space: normal; }
.panel .before-after .topic { color: var(--muted); }
.panel .before-after del { color: var(--muted); overflow-wrap: anywhere; }
.panel .before-after ins { text-decoration: none; font-weight: 600; overflow-wrap: anywhere; }
.panel .void { text-decoration: line-through; color: var(--muted); }
.compare { margin-block-end: 1rem; }
.compare .in-words { margin-block: 0.625rem 0.375rem; display: grid; gap: 0.25rem; }
.compare .pair label { gap: 0.125rem; font-size: 0.75rem; color: var(--muted); }
.pair select { inline-size: 100%; color: var(--text); }
.diff { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
.diff li { display: grid; overflow-wrap: anywhere; }
.diff code { font: 0.75rem/1.125rem var(--mono); color: var(--muted); }
.diff :is(del, ins) { text-decoration: none; padding-inline: 0.375rem; }
.diff del { color: var(--bad); background: color-mix(in oklab, var(--bad) 7%, var(--surface)); }
.diff ins { color: var(--good); background: color-mix(in oklab, var(--good) 7%, var(--surface)); }
.diff del::before { content: '− '; }
.diff ins::before { content: '+ '; }
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
`;
