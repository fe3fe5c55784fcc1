/** The rows: a table in wide lists, cards in narrow ones, a plain list in print. */
export const listStyles = `
.body { flex: 1; display: flex; min-block-size: 0; border-block-start: 1px solid var(--line); }
.list { flex: 1; min-inline-size: 0; position: relative; }
.viewport { block-size: 100%; overflow: hidden auto; overscroll-behavior: contain; scrollbar-gutter: stable; contain: strict; background: var(--surface); will-change: scroll-position; }
.skeleton .viewport { overflow: hidden; }
.bones { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 1rem; padding: 0.625rem 1rem; border-block-end: 1px solid var(--line); overflow: hidden; }
.canvas { position: relative; }
/* A quick answer is not announced. */
.viewport[aria-busy='true'] .canvas { opacity: 0.5; transition: opacity 0.2s 0.3s; }
.canvas .row { position: absolute; inset-inline: 0; inset-block-start: 0; contain: strict; cursor: pointer; }
.board { --row: 3.75rem; --buttons: 3; }
.board.compact { --row: 3.125rem; }
.ruler, .row { block-size: var(--row); }
.ruler { position: absolute; inset-block-start: 0; inline-size: 0; visibility: hidden; }
.head, .row { display: grid; grid-template-columns: var(--columns); column-gap: 0.875rem; padding-inline: 2.25rem 1rem; }
.select { position: absolute; inset-block: 0; inset-inline-start: 0.1875rem; inline-size: 1.875rem; display: grid; place-items: center; cursor: default; }
.select input { cursor: pointer; }
.head {
  position: sticky;
  inset-block-start: 0;
  z-index: 2;
  background: var(--surface);
  border-block-end: 1px solid var(--line);
  font-size: 0.75rem;
  font-weight: 550;
  color: var(--muted);
  align-items: center;
}
.head .cell { padding-block: 0.375rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.head button { min-block-size: 1.5rem; block-size: 1.25rem; padding: 0; border: 0; font-size: inherit; color: inherit; border-radius: 0.125rem; }
.head [aria-sort] button { color: var(--text); }
.head .arrow { margin-inline-start: 0.25rem; }
.head .actions { position: absolute; inset-inline-end: 0; }
.row { align-content: center; align-items: center; border-block-end: 1px solid var(--line); background: var(--surface); }
.row::before { content: ''; position: absolute; inset-block: 0; inset-inline-start: 0; inline-size: 3px; }
.row.ACT_NOW::before { background: var(--bad); }
.row.LOOK::before { background: var(--warn); }
.row:hover { background: var(--raised); }
.row.selected { background: color-mix(in oklab, var(--accent) 5%, var(--surface)); }
.row.opened { background: color-mix(in oklab, var(--accent) 9%, var(--surface)); }
.row.opened::before { background: var(--accent); }
.row.fresh { animation: fresh 4s ease-out; }
.row.done > .cell:not(.actions) * { color: var(--muted); }
@keyframes fresh { from, 40% { background: var(--fresh); } }
.row .cell { min-inline-size: 0; overflow: hidden; }
.row .line { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext; text-align: match-parent; }
.banner > span, .panel :is(dd, p, li) { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.reference { font-weight: 600; letter-spacing: -0.01em; }
.compact .customer { display: none; }
/* Texts wrap as long as the row has room for them. */
.comfortable .table .row .cell:not(.arrival, .alert, .select, .actions) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-height: 1.125rem; }
.comfortable .table .row .cell:not(.arrival, .alert) :is(.line, .says) { display: block; overflow: visible; white-space: normal; overflow-wrap: break-word; }
.time { white-space: nowrap; font-size: 0.9375rem; font-weight: 650; letter-spacing: -0.015em; }
s.time { color: var(--muted); font-weight: 500; }
.row .sides { display: flex; align-items: center; gap: 0.375rem; }
.axis { inline-size: 4.125rem; block-size: 1rem; flex: none; overflow: visible; }
.axis .base { stroke: var(--line); }
.axis .dot { fill: var(--edge); }
.axis .tick { fill: var(--text); }
.axis .schedule { fill: var(--schedule); }
.axis .port { fill: var(--port); }
.axis .stale { opacity: 0.5; }
.badge { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.75rem; line-height: 1.125rem; color: var(--muted); }
.badge:is(.warn, .bad) { padding-inline: 0.375rem; border-radius: 0.3125rem; color: var(--warn); background: color-mix(in oklab, currentColor 10%, var(--surface)); font-weight: 550; }
.badge.bad { color: var(--bad); }
.says { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.125rem; }
:is(.compact, .cards) .says { display: block; white-space: nowrap; text-overflow: ellipsis; }
.comfortable .cards .place { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; }
.next { display: flex; gap: 0.25rem; font-size: 0.75rem; font-weight: 600; line-height: 1.125rem; }
.comfortable .table .next .line { white-space: normal; }
.comfortable .table .row .alert { display: flex; flex-direction: column; max-block-size: 3.625rem; }
/* Two lines of each fit in a row. */
.comfortable .table .alert .says { line-height: 0.9375rem; }
.comfortable .table .next { line-height: 0.875rem; }
.comfortable .table .arrival .line:not(.sides) { line-height: 1.125rem; white-space: normal; }
.table .next { flex: none; }
.next .count { margin-block-start: auto; }
.compact .next i { display: none; }
.compact .release .line { font-size: 0.75rem; line-height: 1rem; }
.next i { font-style: normal; color: var(--accent); }
.next .count { color: var(--muted); font-size: 0.75rem; font-weight: 400; }
.row .wraps { white-space: normal; overflow-wrap: break-word; line-height: 1.125rem; }
.says.ACT_NOW { font-weight: 600; color: var(--bad); }
.says.LOOK { font-weight: 500; }
.labels { display: flex; gap: 0.25rem; min-inline-size: 0; }
.labels .chip { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; font-weight: 400; }
.labels .more { flex: none; }
.row .actions { position: absolute; inset-inline-end: 0; inset-block: 0; display: flex; align-items: center; gap: 0.25rem; padding-inline: 1.5rem 0.75rem; opacity: 0; background: linear-gradient(to right, transparent, var(--raised) 1.25rem); }
.row:dir(rtl) .actions { background: linear-gradient(to left, transparent, var(--raised) 1.25rem); }
.row:is(:hover, :focus, :focus-within) .actions, .row.done .actions { opacity: 1; }
.row.done .actions { background: none; }
.selection button { display: inline-flex; align-items: center; justify-content: center; gap: 0.25rem; }
.actions button { min-block-size: 2rem; background: var(--surface); border-color: var(--line); color: var(--muted); }
:is(.row .actions, .marks, .panel-head) > button:not(.icon) { display: grid; justify-items: center; align-content: center; gap: 0.125rem; min-inline-size: 3.75rem; block-size: 2.75rem; padding: 0 0.25rem; font-size: 0.6875rem; line-height: 1rem; font-weight: 500; }
.actions button:enabled:hover { color: var(--accent); }
.actions .collect.on, .actions .collect.on:hover { background: var(--good); border-color: var(--good); color: var(--surface); }
@media (hover: none) { .table :is(.row, .head) { padding-inline-end: calc(1rem + var(--buttons) * 4.5rem); } .table .row .actions { opacity: 1; background: none; } }
.selection { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; padding: 0.375rem 0.5rem 0.375rem 1rem; border-block-start: 1px solid var(--line); background: color-mix(in oklab, var(--accent) 9%, var(--surface)); }
.selection > strong { margin-inline-end: 0.5rem; }
.selection > .quiet { margin-inline-start: auto; }
.cards .head { display: none; }
.cards .ruler, .cards .row { block-size: 6rem; }
.cards .row { grid-template-columns: minmax(0, 1fr) auto; column-gap: 0.25rem; padding-inline: 2rem 0.375rem; }
.cards .card { display: grid; }
.cards .card .arrival { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; min-inline-size: 0; block-size: 1.375rem; }
.cards .card .arrival > :first-child { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
.cards .card .sides { flex: none; }
.cards .card :is(.axis, .count, .agreement) { display: none; }
.cards .card :is(.line, .says, .next) { line-height: 1.0625rem; }
.cards .arrival:has(.side) abbr { display: none; }
.cards .card .alert { white-space: normal; }
.cards .card .alert:empty { display: none; }
.cards .later, .table .side { display: none; }
@container board (max-width: 30rem) {
  .comfortable .cards :is(.ruler, .row) { block-size: 7rem; }
  .comfortable .cards .card { font-size: 0.75rem; }
  .comfortable .cards .says { display: -webkit-box; white-space: normal; }
  .comfortable .cards .next .line { white-space: normal; }
  .comfortable .cards .card .arrival { block-size: 1.25rem; }
  .cards .time { font-size: 0.875rem; }
  .comfortable .cards .card :is(.line, .says, .next) { line-height: 0.9375rem; }
  .comfortable .cards .who { display: block; }
  .comfortable .cards .who > span { display: none; }
  .cards :is(.zone, .arrival:has(.side, .bad) .small) { display: none; }
}
@container board (max-width: 23rem) {
  .cards .side { display: none; }
  .cards .line:last-child { font-size: 0.75rem; }
}
.cards .row .actions { position: static; opacity: 1; background: none; padding: 0; justify-content: end; }
.cards .row .actions > button { block-size: 4.5rem; border: 0; background: none; }
.cards .actions .collect.on { background: none; color: var(--good); font-weight: 650; }
.cards .actions .collect .icon { inline-size: 1.25rem; block-size: 1.25rem; }
.unseen {
  position: absolute;
  inset-block-start: 2.5rem;
  inset-inline: 0;
  margin-inline: auto;
  inline-size: max-content;
  z-index: 3;
  display: flex;
  align-items: center;
  gap: 0.25rem;
  border-radius: 1rem;
  border-color: var(--accent);
  background: var(--accent);
  color: var(--surface);
  box-shadow: 0 2px 8px rgb(0 0 0 / 0.18);
}
button.unseen:enabled:hover { color: var(--surface); filter: brightness(1.08); }
.printing { overflow: visible; block-size: auto; --row: auto; color: #000; background: #fff; border-radius: 0; }
.printing :is(.search, .controls, .connection, .views button:not([aria-current]), .views .saved, .actions, .toasts, .status, .panel, .active .quiet, .ruler, .unseen) { display: none !important; }
.printing :is(.body, .viewport, .list) { display: block; block-size: auto; overflow: visible; contain: none; }
.printing .canvas .row { position: relative; contain: none; break-inside: avoid; padding-block: 0.25rem; animation: none; }
.printing .head { position: static; }
.printing .row :is(.line, .says, .labels .chip) { white-space: normal; overflow: visible; }
.printing .says { display: block; }
`;
