// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only where they are seen are no table.
// biome-ignore-all lint/a11y/useFocusableInteractive: a heading that sorts has a button.
import { type Column, orderOfColumn } from '../model/columns.ts';
import { orderOf } from '../model/view-state.ts';
import type { Ui } from './ui.ts';

/** Shows the headings; those by which the server can sort are buttons. */
export function Head({ ui, columns }: { readonly ui: Ui; readonly columns: readonly Column[] }) {
  const { words, board, state } = ui;
  const order = orderOf({ ...state.view, tab: state.tab });
  return (
    <div class="head" role="row" aria-rowindex={1} part="head">
      {columns.map((column) => {
        const own = orderOfColumn[column];
        const isSorted = own === order;
        return (
          <div key={column} role="columnheader" class={`cell ${column}`} {...(isSorted ? { 'aria-sort': 'ascending' as const } : {})}>
            {own === undefined ? (
              words.columns[column]
            ) : (
              <button type="button" class="quiet" title={words.orders[own]} onClick={() => board.change({ order: own })}>
                {words.columns[column]}
                <span aria-hidden="true" class="arrow">
                  {isSorted ? '↓' : ''}
                </span>
              </button>
            )}
          </div>
        );
      })}
      <div role="columnheader" class="cell actions">
        <span class="hidden">{words.more}</span>
      </div>
    </div>
  );
}
