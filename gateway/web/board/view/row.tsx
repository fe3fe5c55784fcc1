// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only where they are seen are no table.
import { Component } from 'preact';
import type { Joined } from '../model/joined.ts';
import type { Row } from '../model/rows.ts';
import {
  ArrivalCell,
  type CellProps,
  ChangeCell,
  DocumentCell,
  PortCallCell,
  PortCell,
  ReleaseCell,
  ScheduleCell,
  VesselCell,
} from './cells.tsx';
import type { Ui } from './ui.ts';

/** The cells of a row, in order. */
export const columns = ['document', 'vessel', 'port', 'arrival', 'schedule', 'portCall', 'release', 'change'] as const;
export type Column = (typeof columns)[number];

export interface RowProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly joined: Joined | undefined;
  readonly isAwaited: boolean;
  readonly index: number;
  /** Offset from the top of the list, in pixels. */
  readonly top: number;
  readonly isFresh: boolean;
  readonly isOpened: boolean;
  /** The cell in the tab order; -1 for the row, undefined if another row is. */
  readonly tabColumn: number | undefined;
}

/** One notice. Rendered again only if something visible has changed, because lists scroll through hundreds of rows. */
export class RowView extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    const { ui, ...own } = next;
    return (
      ui.messages !== props.ui.messages ||
      ui.times !== props.ui.times ||
      ui.now !== props.ui.now ||
      Object.entries(own).some(([name, value]) => props[name as keyof typeof own] !== value)
    );
  }

  override render({ ui, row, joined, isAwaited, index, top, isFresh, isOpened, tabColumn }: RowProps) {
    const cell: CellProps = { ui, row, joined };
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isOpened}
        class={`row${isFresh ? ' fresh' : ''}${isOpened ? ' opened' : ''}`}
        part={isOpened ? 'row row-opened' : 'row'}
        data-id={row.id}
        data-version={row.versionId}
        tabIndex={tabColumn === -1 ? 0 : -1}
        style={{ transform: `translateY(${top}px)` }}
      >
        {columns.map((column, at) => (
          <div
            key={column}
            role={column === 'document' ? 'rowheader' : 'gridcell'}
            class={`cell ${column}`}
            part={`cell cell-${column}`}
            tabIndex={tabColumn === at ? 0 : -1}
          >
            <span class="label">{ui.messages.columns[column]}</span>
            {cellOf(column, cell, isAwaited)}
          </div>
        ))}
      </div>
    );
  }
}

function cellOf(column: Column, cell: CellProps, isAwaited: boolean) {
  switch (column) {
    case 'document':
      return <DocumentCell {...cell} />;
    case 'vessel':
      return <VesselCell {...cell} />;
    case 'port':
      return <PortCell {...cell} />;
    case 'arrival':
      return <ArrivalCell {...cell} />;
    case 'schedule':
      return <ScheduleCell {...cell} isAwaited={isAwaited} />;
    case 'portCall':
      return <PortCallCell {...cell} isAwaited={isAwaited} />;
    case 'release':
      return <ReleaseCell {...cell} />;
    case 'change':
      return <ChangeCell {...cell} />;
  }
}
