// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only where they are seen are no table.
// biome-ignore-all lint/a11y/useFocusableInteractive: a heading that sorts has a button.

import { selectedRows } from '../board-state.ts';
import { type Column, isOwn, shapeOf } from '../model/columns.ts';
import { nameOf } from '../model/own-parts.ts';
import { orderOf } from '../model/view-state.ts';
import type { Ui } from './ui.ts';

/** Shows the headings; those by which the server can sort are buttons. */
export function Head({ ui, columns }: { readonly ui: Ui; readonly columns: readonly Column[] }) {
  const { words, board, state } = ui;
  const order = orderOf({ ...state.view, tab: state.tab });
  const selected = selectedRows(state);
  return (
    <div class="head" role="row" aria-rowindex={1} part="head">
      {columns.map((column) => {
        const own = shapeOf(column).order;
        const isSorted = own === order;
        const heading = headingOf(ui, column);
        return (
          <div key={column} role="columnheader" class={`cell ${column}`} {...(isSorted ? { 'aria-sort': 'ascending' as const } : {})}>
            {own === undefined ? (
              heading
            ) : (
              <button type="button" class="quiet" title={words.orders[own]} onClick={() => board.change({ order: own })}>
                {heading}
                <span aria-hidden="true" class="arrow">
                  {isSorted ? '↓' : ''}
                </span>
              </button>
            )}
          </div>
        );
      })}
      <div role="columnheader" class="cell select">
        <input
          type="checkbox"
          aria-label={words.selection.all}
          checked={selected.length > 0 && selected.length === state.rows.length}
          indeterminate={selected.length > 0 && selected.length < state.rows.length}
          onChange={() => (selected.length > 0 ? board.select([]) : void board.selectAll())}
        />
      </div>
      <div role="columnheader" class="cell actions">
        <span class="hidden">{words.more}</span>
      </div>
    </div>
  );
}

export function headingOf({ words, own, state }: Ui, column: Column): string {
  if (column === 'reference') return words.fields[state.view.reference];
  const { rowKind } = state.view;
  if (column === 'document' && rowKind !== 'documents') return rowKind === 'ships' ? words.columns.vessel : words.topics.equipment;
  return isOwn(column) ? (own.columns.find((each) => nameOf(each) === column)?.heading ?? '') : words.columns[column];
}
