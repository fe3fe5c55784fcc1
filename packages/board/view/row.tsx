// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only where they are seen are no table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cell of the actions has buttons; a card is its row.
import { Component } from 'preact';
import type { MarkKind } from '../mark-commands.ts';
import { type Row, referenceOf } from '../model/arrival-row.ts';
import type { Column } from '../model/columns.ts';
import { customerOf } from '../model/shipment.ts';
import type { ReferenceKind } from '../model/view-state.ts';
import { ArrivalCell } from './arrival-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { AlertCell, Cell, type CellProps, DaysLeft, OwnValue, portOf, sizeOf } from './row-cells.tsx';
import type { Ui } from './ui.ts';

export interface RowProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly columns: readonly Column[];
  /** What the column of references shows. */
  readonly reference: ReferenceKind;
  /** Whether the row is a card of a narrow list. */
  readonly isCard: boolean;
  readonly mark: MarkKind | undefined;
  readonly index: number;
  /** Offset from the top of the list, in pixels; undefined in print. */
  readonly top: number | undefined;
  readonly isFresh: boolean;
  readonly isOpened: boolean;
  readonly isSelected: boolean;
  /** The cell in the tab order; -1 for the row itself, undefined if another row is in the tab order. */
  readonly tabColumn: number | undefined;
}

/**
 * The row of one document. Rendered again only if something visible has changed, because lists scroll through hundreds
 * of rows.
 */
export class RowView extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    const { ui, ...own } = next;
    return (
      ui.words !== props.ui.words ||
      ui.own !== props.ui.own ||
      ui.times !== props.ui.times ||
      ui.now !== props.ui.now ||
      Object.entries(own).some(([name, value]) => props[name as keyof typeof own] !== value)
    );
  }

  override render({ ui, row, columns, isCard, mark, index, top, isFresh, isOpened, isSelected, tabColumn }: RowProps) {
    const severity = row.alerts[0]?.needsAttention ? row.alerts[0].severity : 'calm';
    const isDone = mark !== undefined && mark !== 'uncollected';
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        aria-current={isOpened}
        class={`row ${severity}${isFresh ? ' fresh' : ''}${isOpened ? ' opened' : ''}${isSelected ? ' selected' : ''}${isDone ? ' done' : ''}`}
        part={`row${isOpened ? ' row-opened' : ''}${isSelected ? ' row-selected' : ''}`}
        data-id={row.id}
        tabIndex={tabColumn === -1 ? 0 : -1}
        style={top === undefined ? {} : { transform: `translateY(${top}px)` }}
      >
        {isCard ? (
          <div role="gridcell" class="cell card" part="cell">
            <Card {...{ ui, row, mark, columns }} />
          </div>
        ) : (
          columns.map((column, at) => (
            <div
              key={column}
              role={column === 'document' ? 'rowheader' : 'gridcell'}
              class={`cell ${column}`}
              part={`cell cell-${column}`}
              tabIndex={tabColumn === at ? 0 : -1}
            >
              <Cell {...{ ui, row, mark, column, columns }} />
            </div>
          ))
        )}
        <div role="gridcell" class="cell select">
          <input
            type="checkbox"
            tabIndex={tabColumn === undefined ? -1 : 0}
            aria-label={ui.words.selection.select(referenceOf(row.arrival))}
            checked={isSelected}
          />
        </div>
        <div role="gridcell" class="cell actions" part="cell cell-actions">
          <RowActions {...{ ui, row, mark, isCard }} isActive={tabColumn !== undefined} />
        </div>
      </div>
    );
  }
}

/** Shows a row of a narrow list: the time, what changed, the place, and the document. */
function Card(props: CellProps) {
  const { ui, row } = props;
  const { arrival } = row;
  const customer = arrival.visit === undefined ? customerOf(arrival) : undefined;
  return (
    <>
      <span class="arrival">
        <ArrivalCell ui={ui} arrival={arrival} />
      </span>
      <span class="line alert">
        <AlertCell {...props} />
      </span>
      <span class="line place">
        {customer !== undefined && (
          <span class="who">
            {customer}
            <span> · </span>
          </span>
        )}
        {[arrival.visit === undefined && arrival.vesselName, portOf(arrival), arrival.visit && sizeOf(ui, arrival.visit)]
          .filter(Boolean)
          .join(' · ')}
        {(arrival.visit ? [] : ui.own.columns).map((column) => (
          <>
            {' · '}
            <OwnValue key={column.id} {...{ column, row }} />
          </>
        ))}
      </span>
      <span class="line muted">
        <span class="reference" part="reference">
          {referenceOf(arrival)}
        </span>
        {arrival.lastFree !== null && ' · '}
        <DaysLeft ui={ui} arrival={arrival} isAlone />
      </span>
    </>
  );
}
