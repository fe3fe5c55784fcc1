import { selectedRows } from '../board-state.ts';
import type { MarkKind } from '../mark-commands.ts';
import { type Collectable, collectablesOf, isUnmarked, type Markable, type Row, referenceOf } from '../model/arrival-row.ts';
import { actionsIn, rowForHost } from '../model/own-parts.ts';
import { Icon } from './icons.tsx';
import { Popover } from './popover.tsx';
import { formatTotal, type Ui } from './ui.ts';

export interface RowActionsProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly mark: MarkKind | undefined;
  /** Whether the row is in the tab order. */
  readonly isActive: boolean;
  readonly isCard: boolean;
}

/**
 * Shows the actions of one row: acknowledge, snooze and *collected*, and those of the embedding page. A card has only *collected*, that of
 * a ship only *acknowledge*, which fits a thumb.
 */
export function RowActions({ ui, row, mark, isActive, isCard }: RowActionsProps) {
  const reference = referenceOf(row.arrival);
  const tabIndex = isActive ? 0 : -1;
  const alerts = mark === undefined ? alertsOf([row]) : [];
  const isShip = row.arrival.visit !== undefined;
  return (
    <>
      {alerts.length > 0 && (isShip || !isCard) && <AlertButtons {...{ ui, alerts, tabIndex, isCard }} of={reference} />}
      {!isShip && <CollectButton ui={ui} of={reference} cargo={collectablesOf([row])} tabIndex={tabIndex} />}
      {!isCard && !isShip && <OwnButtons ui={ui} of={reference} place="row" rows={[row]} tabIndex={tabIndex} />}
    </>
  );
}

interface OwnButtonsProps {
  readonly ui: Ui;
  readonly of: string;
  readonly place: Parameters<typeof actionsIn>[1];
  readonly rows: readonly Row[];
  readonly tabIndex?: number;
}

/** Shows the buttons of the embedding page. */
export function OwnButtons({ ui: { own }, of, place, rows, tabIndex = 0 }: OwnButtonsProps) {
  return (
    <>
      {actionsIn(own, place).map(({ label, icon, run }) => (
        <button
          key={label}
          type="button"
          part="own-action"
          {...{ tabIndex }}
          aria-label={`${label}: ${of}`}
          onClick={() => run(rows.map(rowForHost))}
        >
          {icon !== undefined && <Icon path={icon} />}
          {label}
        </button>
      ))}
    </>
  );
}

/** Shows, while rows are selected, what can be done with all of them. */
export function SelectionBar({ ui }: { readonly ui: Ui }) {
  const { board, words, state } = ui;
  const rows = selectedRows(state);
  // All loaded rows are selected, but there are more.
  const total = state.hasMore && rows.length === state.rows.length ? state.total : undefined;
  if (rows.length === 0) return null;
  const { selection } = words;
  const of = selection.rows(rows.length);
  const alerts = alertsOf(rows);
  return (
    <div class="selection" role="toolbar" aria-label={selection.label} part="selection">
      <strong role="status">{selection.selected(rows.length, total && formatTotal(ui, total))}</strong>
      {alerts.length > 0 && <AlertButtons {...{ ui, of, alerts }} />}
      {ui.state.view.rowKind !== 'ships' && (
        <>
          <CollectButton {...{ ui, of }} cargo={collectablesOf(rows)} />
          <OwnButtons {...{ ui, of, rows }} place="selection" />
        </>
      )}
      <slot name="selection" />
      <button type="button" class="quiet icon" aria-label={selection.clear} title={selection.clear} onClick={() => board.select([])}>
        <Icon name="close" />
      </button>
    </div>
  );
}

interface AlertButtonsProps {
  readonly ui: Ui;
  /** What the alerts are of. */
  readonly of: string;
  readonly alerts: readonly Markable[];
  readonly tabIndex?: number;
  /** Whether there is room for one button only. */
  readonly isCard?: boolean;
}

/** Shows the buttons that acknowledge and snooze alerts. */
export function AlertButtons({ ui: { board, words, now }, of, alerts, tabIndex = 0, isCard = false }: AlertButtonsProps) {
  const { actions } = words;
  return (
    <>
      <button
        type="button"
        {...{ tabIndex }}
        aria-label={`${actions.acknowledge}: ${of}`}
        title={actions.acknowledge}
        onClick={() => board.marks.acknowledge(alerts)}
      >
        <Icon name="check" />
        {actions.acknowledge}
      </button>
      {!isCard && (
        <Popover label={`${actions.snooze}: ${of}`} text={actions.snooze} icon="clock" tabIndex={tabIndex} class="menu">
          {(close) =>
            snoozes(new Date(now)).map(([name, until]) => (
              <button
                key={name}
                type="button"
                onClick={() => {
                  close();
                  board.marks.snooze(alerts, until.toISOString());
                }}
              >
                {actions.until[name]}
              </button>
            ))
          }
        </Popover>
      )}
    </>
  );
}

interface CollectButtonProps {
  readonly ui: Ui;
  /** What the cargo is of. */
  readonly of: string;
  readonly cargo: readonly Collectable[];
  readonly tabIndex?: number;
}

/** Shows the button that marks cargo as collected, or removes the mark. */
export function CollectButton({ ui, of, cargo, tabIndex = 0 }: CollectButtonProps) {
  const { actions } = ui.words;
  const isCollected = cargo.every((each) => ui.board.marks.isCollected(each));
  const text = isCollected ? actions.uncollect : actions.collect;
  return (
    <button
      type="button"
      class={`collect ${isCollected ? 'on' : ''}`}
      {...{ tabIndex }}
      aria-pressed={isCollected}
      aria-label={`${text}: ${of}`}
      title={text}
      onClick={() => toggleCollected(ui, cargo)}
    >
      <Icon name="box" />
      {actions.collected}
    </button>
  );
}

/** Lists the rows of the ship of an arrival, so that all of them can be selected. */
export function showShip({ board }: Ui, { vessel }: Row['arrival']): void {
  if (vessel !== null) board.change({ text: vessel.vesselIMONumber });
}

/** Marks cargo as collected, or removes the mark. */
export function toggleCollected({ board }: Ui, cargo: readonly Collectable[]): void {
  const others = cargo.filter(({ isCollected }) => !isCollected);
  const isShown = cargo.some(({ id }) => board.marks.shownOn(id) === 'collected');
  if (isShown) board.marks.undoLast();
  else if (others.length > 0) board.marks.collect(others);
  else board.marks.uncollect(cargo);
}

/** The hour by the viewer's clock at which a snooze until a later day ends. */
const morningHour = 8;
const laterMs = 3 * 3_600_000;

/** The times until which alerts can be snoozed. */
export function snoozes(now: Date): readonly (readonly ['later' | 'tomorrow' | 'monday', Date])[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour);
  return [
    ['later', new Date(now.getTime() + laterMs)],
    ['tomorrow', morning(1)],
    ['monday', morning((8 - now.getDay()) % 7 || 7)],
  ];
}

/** Returns the alerts of all notices of the documents, because one fact may be an alert of each, and ships with alerts. */
export function alertsOf(rows: readonly Row[]): Markable[] {
  return rows.flatMap(({ arrivals, arrival }) => {
    const { visit } = arrival;
    if (visit !== undefined) return visit.alertCounts.length === 0 ? [] : [{ id: visit.id, arrival, alertsSeen: visit.alertsCursor }];
    return arrivals.flatMap((each) => each.openAlerts.filter((alert) => isUnmarked(alert, each)).map(({ id }) => ({ id, arrival: each })));
  });
}
