import type { MarkKind } from '../mark-commands.ts';
import { type Alert, isUnmarked, type Notice, type Row } from '../model/arrival-row.ts';
import { Icon } from './icons.tsx';
import { Popover } from './popover.tsx';
import type { Ui } from './ui.ts';

export interface RowActionsProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly mark: MarkKind | undefined;
  /** Whether the row is in the tab order. */
  readonly isActive: boolean;
  readonly isCard: boolean;
}

/**
 * Shows the actions of one row: acknowledge, snooze and *collected*. A card has only the last one, which fits a thumb.
 */
export function RowActions({ ui, row, mark, isActive, isCard }: RowActionsProps) {
  const reference = row.arrival.transportDocumentReference;
  const tabIndex = isActive ? 0 : -1;
  const isCollected = mark === 'collected' || (row.arrival.isCollected && mark !== 'uncollected');
  const hasAlerts = row.alerts.length > 0 && mark === undefined;
  return (
    <>
      {hasAlerts && !isCard && <AlertButtons ui={ui} of={reference} alerts={alertsOf(row)} tabIndex={tabIndex} />}
      <CollectButton ui={ui} of={reference} notices={row.notices} isCollected={isCollected} tabIndex={tabIndex} />
    </>
  );
}

interface AlertButtonsProps {
  readonly ui: Ui;
  /** What the alerts are of. */
  readonly of: string;
  readonly alerts: readonly Alert[];
  readonly tabIndex?: number;
}

/** Shows the buttons that acknowledge and snooze alerts. */
export function AlertButtons({ ui: { board, words, now }, of, alerts, tabIndex = 0 }: AlertButtonsProps) {
  const { actions } = words;
  return (
    <>
      <button
        type="button"
        {...{ tabIndex }}
        aria-label={actions.of(actions.acknowledge, of)}
        title={actions.acknowledge}
        onClick={() => board.marks.acknowledge(alerts)}
      >
        <Icon name="check" />
        {actions.acknowledge}
      </button>
      <Popover label={actions.of(actions.snooze, of)} text={actions.snooze} icon="clock" tabIndex={tabIndex} class="menu">
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
    </>
  );
}

interface CollectButtonProps {
  readonly ui: Ui;
  /** The document of the notices. */
  readonly of: string;
  readonly notices: readonly Notice[];
  readonly isCollected: boolean;
  readonly tabIndex?: number;
}

/** Shows the button that marks the arrivals of a document as collected, or removes the mark. */
export function CollectButton({ ui, of, notices, isCollected, tabIndex = 0 }: CollectButtonProps) {
  const { actions } = ui.words;
  const text = isCollected ? actions.uncollect : actions.collect;
  return (
    <button
      type="button"
      class={`collect ${isCollected ? 'on' : ''}`}
      {...{ tabIndex }}
      aria-pressed={isCollected}
      aria-label={actions.of(text, of)}
      title={text}
      onClick={() => toggleCollected(ui, notices)}
    >
      <Icon name="box" />
      {actions.collected}
    </button>
  );
}

/** Acknowledges every alert that the row shows. */
export function acknowledge({ board }: Ui, row: Row): void {
  board.marks.acknowledge(alertsOf(row));
}

export function snooze({ board }: Ui, row: Row, until: Date): void {
  board.marks.snooze(alertsOf(row), until.toISOString());
}

/** Marks the arrivals of a document as collected, or removes the mark. */
export function toggleCollected({ board }: Ui, notices: readonly Notice[]): void {
  const others = notices.filter(({ isCollected }) => !isCollected);
  const isShown = notices.some(({ id }) => board.marks.shownOn(id) === 'collected');
  if (isShown) board.marks.undoLast();
  else if (others.length > 0) board.marks.collect(others);
  else board.marks.uncollect(notices);
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

/** Returns the alerts of all notices of the document, because one fact may be an alert of each. */
function alertsOf({ arrivals }: Row) {
  return arrivals.flatMap((arrival) => arrival.openAlerts.filter((alert) => isUnmarked(alert, arrival)));
}
