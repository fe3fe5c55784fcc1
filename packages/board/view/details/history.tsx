import type { ComponentChildren } from 'preact';
import { shownChangesOf, type Topic } from '../../model/changes.ts';
import { wallClockOf } from '../../model/drift.ts';
import { type PortEvent, portEventsOf, statedAtOf } from '../../model/port-events.ts';
import { formatInstant, formatShortDay } from '../../model/times.ts';
import { alertText, capital } from '../alert-text.ts';
import { ChangeLine, topicOf } from '../cells.tsx';
import { type Ui, wordOf } from '../ui.ts';
import { Compare } from './compare.tsx';
import type { NoticeAlert, OpenedNotice, TabProps } from './tab.ts';

type Version = OpenedNotice['versions']['nodes'][number];

/** An event in the history of an arrival. */
type Entry = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'version'; readonly version: Version }
  | { readonly kind: 'event'; readonly match: PortEvent }
  | { readonly kind: 'alert' | 'closing'; readonly alert: NoticeAlert }
);

/**
 * Shows versions of the notice, port call events and alerts in one order, newest first, and a comparison of any two
 * versions.
 */
export function HistoryTab(props: TabProps) {
  const { ui, notice, alerts } = props;
  const { words } = ui;
  const { outcome } = portEventsOf(notice.current);
  return (
    <>
      <Compare ui={ui} notice={notice} />
      {outcome === 'AMBIGUOUS' && <p class="muted">{words.portCall.severalVisits}</p>}
      <ol class="story" aria-label={words.history.label}>
        {runsOf(entriesOf(notice, alerts), ui).map(({ what, entries: [entry, ...earlier] }) => (
          <EntryView key={entry.key} {...{ ...props, entry }}>
            {earlier.length > 0 && (
              <details>
                <summary>{words.history.joined(earlier.length, what ?? '')}</summary>
                <ol class="story">
                  {earlier.map((each) => (
                    <EntryView key={each.key} {...{ ...props, entry: each }} />
                  ))}
                </ol>
              </details>
            )}
          </EntryView>
        ))}
      </ol>
      {notice.versions.pageInfo.hasNextPage && <p class="muted">{words.history.more}</p>}
    </>
  );
}

function entriesOf(notice: OpenedNotice, alerts: readonly NoticeAlert[]): Entry[] {
  const entries: Entry[] = [
    ...notice.versions.nodes.map((version) => ({ kind: 'version' as const, key: version.id, at: version.issueDateTime, version })),
    ...portEventsOf(notice.current).events.map((match) => ({ kind: 'event' as const, key: match.event.id, at: statedAtOf(match), match })),
    ...alerts.map((alert) => ({ kind: 'alert' as const, key: alert.id, at: alert.raisedAt, alert })),
    ...alerts.flatMap((alert) =>
      alert.closedAt === null ? [] : [{ kind: 'closing' as const, key: `closed ${alert.id}`, at: alert.closedAt, alert }],
    ),
  ];
  // Entries with equal times are sorted by cause and effect before the order is reversed.
  return entries.sort((left, right) => Date.parse(left.at) - Date.parse(right.at)).reverse();
}

interface Run {
  /** The one attribute that the entries are about. */
  readonly what: string | undefined;
  readonly entries: [Entry, ...Entry[]];
}

/** More consecutive entries about one attribute are joined: a time that moves to and fro must not fill the history. */
const mostInRun = 4;

function runsOf(entries: readonly Entry[], ui: Ui): Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const what = attributeOf(entry, ui);
    const run = runs.at(-1);
    if (what !== undefined && run?.what === what) run.entries.push(entry);
    else runs.push({ what, entries: [entry] });
  }
  return runs.flatMap((run) => (run.entries.length > mostInRun ? [run] : run.entries.map((entry): Run => ({ ...run, entries: [entry] }))));
}

/** Returns the label of the attribute that an entry is about; undefined if it is about none or several. */
function attributeOf(entry: Entry, ui: Ui): string | undefined {
  const { topics } = ui.words;
  if (entry.kind === 'event')
    return entry.match.event.portCallService?.portCallServiceEventTypeCode === 'ARRI' ? topics.arrival : undefined;
  if (entry.kind === 'version') {
    const changed = new Set(shownChangesOf(entry.version.changes).map((change) => topicOf(ui, change)));
    return changed.size === 1 ? [...changed][0] : undefined;
  }
  // The first word of a kind is its attribute, such as in TERMINAL_CHANGED.
  const [subject = ''] = entry.alert.kind.toLowerCase().split('_');
  return /^(eta|sources)$/.test(subject) ? topics.arrival : topics[subject as Topic];
}

function EntryView({ entry, children, ...props }: TabProps & { readonly entry: Entry; readonly children?: ComponentChildren }) {
  const { ui } = props;
  const { words, times } = ui;
  const sides: Readonly<Record<Entry['kind'], string>> = {
    version: capital(words.sides.NOTICE),
    event: capital(words.sides.PORT),
    alert: words.filters.alert,
    closing: words.filters.alert,
  };
  return (
    <li class={entry.kind}>
      <div class="muted small">
        <span class="side">{sides[entry.kind]}</span> · {formatInstant(entry.at, times)}
      </div>
      {entry.kind === 'version' && <VersionView ui={ui} version={entry.version} />}
      {entry.kind === 'event' && <EventView ui={ui} arrival={props.arrival} match={entry.match} />}
      {entry.kind === 'alert' && <strong>{alertText(entry.alert, props.arrival, ui)}</strong>}
      {entry.kind === 'closing' && <span class="muted">{words.history.closed(alertText(entry.alert, props.arrival, ui))}</span>}
      {children}
    </li>
  );
}

/** Further changes of a version are shown in the comparison. */
const mostChanges = 3;

function VersionView({ ui, version }: Pick<TabProps, 'ui'> & { readonly version: Version }) {
  const { words } = ui;
  const changes = shownChangesOf(version.changes);
  return (
    <>
      <div>
        <strong>{version.versionLabel ?? words.history.version}</strong>{' '}
        {version.isCurrent && (
          <span class="chip good" part="chip">
            {words.history.current}
          </span>
        )}
      </div>
      {changes.slice(0, mostChanges).map((change) => (
        <ChangeLine key={change.path} {...{ ui, change }} />
      ))}
      {changes.length > mostChanges && <div class="muted">{words.alerts.more(changes.length - mostChanges)}</div>}
      {changes.length === 0 && <div class="muted">{version.changes.length === 0 ? words.change.first : words.change.none}</div>}
    </>
  );
}

function EventView({ ui, arrival, match }: Pick<TabProps, 'ui' | 'arrival'> & { readonly match: PortEvent }) {
  const { words, times } = ui;
  const { event, isCurrent } = match;
  const { timestamp, portCallService: service, partner } = event;
  const codes = [service?.portCallServiceTypeCode, service?.portCallServiceEventTypeCode];
  const what = codes.flatMap((code) => (code == null ? [] : wordOf(words, code)));
  const place = service?.serviceLocation?.facility?.facilityCode ?? service?.serviceLocation?.locationName;
  // In local time of the port, like all times of the arrival.
  const [day = '', time] = timestamp?.serviceDateTime == null ? [] : wallClockOf(timestamp.serviceDateTime, arrival.bestTime?.zone ?? null);
  const kinds = event.kinds.filter((kind) => kind !== 'TIMESTAMP' && what.length > 0);
  return (
    <>
      <div>
        <strong>{what.length > 0 ? what.join(' ') : event.kinds.map((kind) => wordOf(words, kind)).join(', ')}</strong>{' '}
        {timestamp?.serviceDateTime != null && (
          <span class={isCurrent ? '' : 'void'}>
            {formatShortDay(day, times.lang)} {time}{' '}
            {timestamp.classifierCode != null && <span class="muted">{wordOf(words, timestamp.classifierCode)}</span>}
          </span>
        )}{' '}
        {kinds.map((kind) => (
          <span key={kind} class={`chip ${kind.endsWith('ED') ? 'bad' : 'plain'}`} part="chip">
            {wordOf(words, kind)}
          </span>
        ))}{' '}
        {!isCurrent && <span class="muted small">{event.isFYI ? words.portCall.information : words.portCall.notCurrent}</span>}
      </div>
      {timestamp?.remark != null && <div>{timestamp.remark}</div>}
      {timestamp?.delayReasonCodes != null && timestamp.delayReasonCodes.length > 0 && (
        <div class="muted">
          {words.portCall.delay}: {timestamp.delayReasonCodes.map((code) => wordOf(words, code)).join(', ')}
        </div>
      )}
      <div class="muted small">{[partner.name, place].filter(Boolean).join(' · ')}</div>
    </>
  );
}
