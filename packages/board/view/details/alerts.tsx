import { type Alert, type Arrival, bySeverity } from '../../model/arrival-row.ts';
import { dayOf, formatAge, formatShortDay } from '../../model/times.ts';
import { alertText, nextStep } from '../alert-text.ts';
import { AlertButtons } from '../row-actions.tsx';
import type { Ui } from '../ui.ts';

/** Shows the open alerts, the most severe first, each with what the viewer can do about it. */
export function Alerts({ ui, arrival }: { readonly ui: Ui; readonly arrival: Arrival }) {
  const { words } = ui;
  const alerts = arrival.openAlerts.toSorted(bySeverity);
  if (alerts.length === 0) return null;
  return (
    <ul class="alerts" aria-label={words.overview.alerts}>
      {alerts.map((alert) => (
        <AlertView key={alert.id} {...{ ui, arrival, alert }} />
      ))}
    </ul>
  );
}

function AlertView({ ui, arrival, alert }: { readonly ui: Ui; readonly arrival: Arrival; readonly alert: Alert }) {
  const { board, words, times, now } = ui;
  const text = alertText(alert, arrival, ui);
  const mark = board.marks.shownOn(alert.id) ?? markOf(alert);
  const state =
    mark === 'acknowledged'
      ? words.alerts.acknowledged
      : mark === 'snoozed'
        ? alert.snoozedUntil === null
          ? words.alerts.snoozed
          : words.alerts.snoozedUntil(formatShortDay(dayOf(new Date(alert.snoozedUntil)), times.lang))
        : formatAge(Date.parse(alert.raisedAt), now, times.lang);
  return (
    <li class={mark === undefined ? alert.severity : 'done'}>
      <div>
        <span class="says">
          <span class="hidden">{words.severities[alert.severity]}: </span>
          {text}
        </span>{' '}
        <span class="muted small age">{state}</span>
        {mark === undefined && <span class="sub">→ {nextStep(alert, arrival, ui)}</span>}
      </div>
      {mark === undefined && (
        <span class="marks">
          <AlertButtons ui={ui} of={text} alerts={[{ id: alert.id, arrival }]} />
        </span>
      )}
    </li>
  );
}

function markOf({ acknowledgedAt, snoozedUntil }: Alert): 'acknowledged' | 'snoozed' | undefined {
  if (acknowledgedAt !== null) return 'acknowledged';
  return snoozedUntil === null ? undefined : 'snoozed';
}
