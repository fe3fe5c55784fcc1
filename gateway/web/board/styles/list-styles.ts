/** The rows: columns in wide lists, cards in narrow ones. */
export const listStyles = `
.body { flex: 1; display: flex; min-block-size: 0; border-block-start: 1px solid var(--line); }
.list { flex: 1; min-inline-size: 0; position: relative; container: list / inline-size; }
.viewport { block-size: 100%; overflow: auto; overscroll-behavior: contain; scrollbar-gutter: stable; contain: strict; background: var(--surface); will-change: scroll-position; }
.skeleton .viewport { overflow: hidden; }
.canvas { position: relative; }
.canvas .row { position: absolute; inset-inline: 0; inset-block-start: 0; contain: strict; cursor: pointer; }
.ruler, .row { block-size: calc(3 * 1.25rem + var(--gap)); }
.ruler { position: absolute; inset-block-start: 0; inline-size: 0; visibility: hidden; }
.board { --gap: 1.25rem; }
.board.compact { --gap: 0.5rem; }
.head, .row {
  display: grid;
  grid-template-columns: minmax(9.5rem, 1.15fr) minmax(8rem, 1.1fr) minmax(7.5rem, 1.1fr) minmax(6rem, 0.7fr) minmax(10.5rem, 1.3fr) minmax(10.5rem, 1.3fr) 5.75rem minmax(11rem, 1.7fr);
  column-gap: 0.875rem;
  padding-inline: 1rem;
}
.head {
  position: sticky;
  inset-block-start: 0;
  z-index: 2;
  background: var(--surface);
  border-block-end: 1px solid var(--line);
  font-size: 0.75rem;
  font-weight: 550;
  color: var(--muted);
}
.head .cell { padding-block: 0.375rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.row { align-content: center; border-block-end: 1px solid var(--line); background: var(--surface); }
.row:hover { background: var(--raised); }
.row.opened { background: color-mix(in oklab, var(--accent) 9%, var(--surface)); box-shadow: inset 3px 0 var(--accent); }
.row:dir(rtl).opened { box-shadow: inset -3px 0 var(--accent); }
.row.fresh { animation: fresh 4s ease-out; }
@keyframes fresh { from, 40% { background: var(--fresh); } }
/* Cells truncate, not lines: the browser computes each truncating element in every frame of a scroll. */
.row .cell { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .label { display: none; font-size: 0.75rem; color: var(--muted); }
.row .cell, .coverage > span, .banner > span, .panel :is(dd, p, li) { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.row :is(.line:not(.before-after), .reference, .chip, .flag)::after { content: '\\A'; white-space: pre; }
.reference { font-family: var(--mono); font-weight: 650; font-size: 0.9375em; letter-spacing: -0.01em; }
.day { font-weight: 650; }
.void { text-decoration: line-through; }
.flag i { display: inline-block; font-style: normal; font-weight: 700; inline-size: 1rem; }
.flag.yes { color: var(--good); }
.flag.no, .flag.unknown { color: var(--muted); }
.line.before-after { display: flex; gap: 0.25rem; white-space: nowrap; }
.before-after > * { flex: none; }
.before-after :is(del, ins) { overflow: hidden; text-overflow: ellipsis; }
.before-after del { flex: 0 1 auto; }
.before-after ins { flex: 0 1 auto; }
.before-after .topic { color: var(--muted); }
.before-after del { color: var(--muted); text-decoration-thickness: 1px; }
.before-after ins { text-decoration: none; font-weight: 600; }
.unseen {
  position: absolute;
  inset-block-start: 2.5rem;
  inset-inline: 0;
  margin-inline: auto;
  inline-size: max-content;
  z-index: 3;
  border-radius: 1rem;
  border-color: var(--accent);
  background: var(--accent);
  color: var(--surface);
  box-shadow: 0 2px 8px rgb(0 0 0 / 0.18);
}
button.unseen:hover:not([aria-disabled='true']) { color: var(--surface); filter: brightness(1.08); }
@container list (max-width: 71rem) {
  .head { display: none; }
  .row {
    grid-template:
      'document vessel port arrival' auto
      'release schedule portCall change' auto / minmax(0, 1.15fr) minmax(0, 1.2fr) minmax(0, 1.2fr) minmax(0, 1.3fr);
    row-gap: 0.5rem;
  }
  .ruler, .row { block-size: calc(7 * 1.25rem + 0.5rem + var(--gap)); }
  .row :is(.schedule, .portCall, .change) .label { display: block; }
  .row .release { padding-block-start: 1.25rem; }
  .document { grid-area: document; } .vessel { grid-area: vessel; } .port { grid-area: port; } .arrival { grid-area: arrival; }
  .schedule { grid-area: schedule; } .portCall { grid-area: portCall; } .release { grid-area: release; } .change { grid-area: change; }
}
@container list (max-width: 42rem) {
  .row {
    grid-template:
      'document arrival' auto
      'vessel port' auto
      'schedule portCall' auto
      'change change' auto
      'release release' auto / minmax(0, 1fr) minmax(0, 1fr);
  }
  .row .change .label { display: none; }
  .row .release { padding: 0; }
  .row .release .flag::after { content: '    '; }
  .ruler, .row { block-size: calc(14 * 1.25rem + 2rem + var(--gap)); }
}
`;
