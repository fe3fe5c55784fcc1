import type { MatchConfidence, MatchOutcome } from '../../client/generated/operations.ts';
import { daysTooFarApart, type StatedTime } from '../model/agreement.ts';
import { type ShownChange, shownChangesOf } from '../model/changes.ts';
import { isMissing, type Joined, type JoinSource } from '../model/joined.ts';
import type { Row } from '../model/rows.ts';
import { formatAge, formatDay, formatInstant } from '../model/times.ts';
import { Chip, type Tone } from './chip.tsx';
import { formatValue, type Ui, wordOf } from './ui.ts';

export interface CellProps {
  readonly ui: Ui;
  readonly row: Row;
  /** Schedules and port call events; undefined until they are loaded. */
  readonly joined: Joined | undefined;
}

/** Reference, containers and partner. */
export function DocumentCell({ ui, row }: CellProps) {
  const [first, ...others] = row.equipmentReferences;
  return (
    <>
      <strong class="reference" part="reference">
        {row.transportDocumentReference}
      </strong>
      <span class="line mono" title={row.equipmentReferences.join(', ')}>
        {first ?? '–'} {others.length > 0 && <span class="muted">{ui.messages.more(others.length)}</span>}
      </span>
      <span class="line muted">{[row.partner.name, row.typeLabel].filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Ship, voyage, carrier. */
export function VesselCell({ row: { leg, carrierCode } }: CellProps) {
  return (
    <>
      <span class="line strong">{leg?.vesselName ?? leg?.vesselIMONumber ?? '–'}</span>
      <span class="line mono">
        {[leg?.carrierImportVoyageNumber ?? leg?.universalImportVoyageReference, leg?.carrierServiceCode].filter(Boolean).join(' · ') ||
          '–'}
      </span>
      <span class="line muted">{[carrierCode, leg?.vesselIMONumber && `IMO ${leg.vesselIMONumber}`].filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Port and terminal. */
export function PortCell({ row }: CellProps) {
  return (
    <>
      <span class="line strong">{row.portName ?? row.UNLocationCode ?? '–'}</span>
      <span class="line">{row.terminal ?? '–'}</span>
      <span class="line muted mono">{row.portName === undefined ? '' : row.UNLocationCode}</span>
    </>
  );
}

/** The day of arrival that the notice states, and its classifier. */
export function ArrivalCell({ ui, row }: CellProps) {
  return (
    <>
      <span class="line day">{row.arrivalDay === undefined ? '–' : formatDay(row.arrivalDay, ui.times.lang)}</span>
      {row.arrivalClassifier !== undefined && <Classifier ui={ui} code={row.arrivalClassifier} />}
    </>
  );
}

/** The scheduled arrival, its source and age, and the confidence of the match. */
export function ScheduleCell({ ui, row, joined, isAwaited }: CellProps & { readonly isAwaited: boolean }) {
  if (joined === undefined) return <Nothing ui={ui} isAwaited={isAwaited} />;
  const { outcome, candidates, arrivals, sources, ...match } = joined.schedule;
  const [first, ...others] = arrivals;
  const [reason] = match.reasons;
  const detail =
    match.confidence === undefined ? (candidates > 0 ? `${candidates}` : undefined) : ui.messages.confidences[match.confidence];
  const daysApart = farthestOf([first && { at: first.dateTime, classifier: first.classifier }, announcedBy(row)], joined.portOffset);
  // Days take less room.
  const isSaidInDays = daysApart !== undefined && (reason === 'OUTSIDE_WINDOW' || reason === 'FAR_APART');
  const oddity = reason === undefined || isSaidInDays ? undefined : ui.messages.reasons[reason];
  const label = ui.messages.callOutcomes[outcome];
  return (
    <>
      <OutcomeChip {...{ ui, label, outcome, detail, oddity, daysApart }} confidence={match.confidence} />
      {first === undefined ? (
        <Reason ui={ui} outcome={outcome} sources={sources} />
      ) : (
        <>
          <span class="line">
            <time dateTime={first.dateTime}>{formatInstant(first.dateTime, ui.times, joined.portOffset)}</time>{' '}
            {first.classifier !== undefined && <span class="muted">{wordOf(ui.messages, first.classifier)}</span>}
          </span>
          <span class="line muted">
            {first.partnerName}
            {others.length > 0 && ` ${ui.messages.more(others.length)}`}
            {first.retrievedAt !== undefined && ` · ${formatAge(Date.parse(first.retrievedAt), ui.now, ui.times.lang)}`}
          </span>
        </>
      )}
    </>
  );
}

/** The port's events of the call. */
export function PortCallCell({ ui, row, joined, isAwaited }: CellProps & { readonly isAwaited: boolean }) {
  if (joined === undefined) return <Nothing ui={ui} isAwaited={isAwaited} />;
  const { outcome, time, isOmitted, sources, ...match } = joined.portCall;
  const detail = match.confidence === undefined || isOmitted ? undefined : ui.messages.confidences[match.confidence];
  const [scheduled] = joined.schedule.arrivals;
  const others = [announcedBy(row), scheduled && { at: scheduled.dateTime, classifier: scheduled.classifier }];
  const daysApart = farthestOf([time && { at: time.dateTime, classifier: time.classifier }, ...others], joined.portOffset);
  return (
    <>
      <OutcomeChip
        {...{ ui, detail, daysApart }}
        outcome={isOmitted ? 'CONFLICTING' : outcome}
        label={ui.messages.visitOutcomes[outcome]}
        confidence={match.confidence}
        oddity={isOmitted ? wordOf(ui.messages, 'PORT_CALL_OMITTED') : undefined}
      />
      {time === undefined ? (
        <Reason ui={ui} outcome={outcome} sources={sources} />
      ) : (
        <>
          <span class={`line ${time.state === 'CURRENT' ? '' : 'void'}`}>
            <time dateTime={time.dateTime}>{formatInstant(time.dateTime, ui.times, joined.portOffset)}</time>{' '}
            <span class="muted">{wordOf(ui.messages, time.state === 'CURRENT' ? time.classifier : time.state)}</span>
          </span>
          <span class="line muted">
            {time.partnerName} · {formatAge(Date.parse(time.receivedAt), ui.now, ui.times.lang)} ·{' '}
            {[time.service, time.event].flatMap((code) => (code === undefined ? [] : wordOf(ui.messages, code))).join(' ')}
          </span>
        </>
      )}
    </>
  );
}

/** Whether freight and customs have released the cargo. */
export function ReleaseCell({ ui, row }: CellProps) {
  const { freight, customs } = ui.messages.release;
  return (
    <>
      <Flag ui={ui} label={freight} isReleased={row.isFreightReleased} />
      <Flag ui={ui} label={customs} isReleased={row.isCustomsReleased} />
    </>
  );
}

/** The changes of the last version, and when it was received. */
export function ChangeCell({ ui, row }: CellProps) {
  const { messages, now, times } = ui;
  const changes = shownChangesOf(row.changes);
  const shown = changes.slice(0, changes.length > 2 ? 1 : 2);
  return (
    <>
      <span class="line muted">
        {formatAge(Date.parse(row.receivedAt), now, times.lang)}
        {row.versionLabel !== undefined && ` · ${row.versionLabel}`}
      </span>
      {shown.map((change) => (
        <ChangeLine key={change.path} {...{ ui, change }} />
      ))}
      {changes.length === 0 && <span class="line muted">{row.changes.length === 0 ? messages.change.first : messages.change.none}</span>}
      {changes.length > 2 && <span class="line muted">{messages.change.more(changes.length - 1)}</span>}
    </>
  );
}

/** One difference, old to new; each side is truncated separately, so that both stay visible. */
export function ChangeLine({ ui, change }: { readonly ui: Ui; readonly change: ShownChange }) {
  const topic = change.topic === undefined ? lastStep(change.path) : ui.messages.topics[change.topic];
  const [before, after] = [formatValue(change.before, ui), formatValue(change.after, ui)];
  return (
    <span class="line before-after" title={`${topic}: ${before} → ${after}`}>
      <span class="topic">{topic}</span> <del>{before}</del> <span aria-hidden="true">→</span>
      <span class="hidden"> {ui.messages.change.to} </span> <ins>{after}</ins>
    </span>
  );
}

/** The classifier of a time. */
export function Classifier({ ui, code }: { readonly ui: Ui; readonly code: string }) {
  return (
    <Chip tone={code === 'ACT' ? 'good' : 'plain'} part="classifier">
      {wordOf(ui.messages, code)}
    </Chip>
  );
}

const tones: Readonly<Record<MatchOutcome, Tone>> = {
  UNIQUE: 'good',
  AMBIGUOUS: 'warn',
  CONFLICTING: 'bad',
  NONE: 'none',
  UNKNOWN: 'wait',
};

interface OutcomeProps {
  readonly ui: Ui;
  readonly label: string;
  readonly outcome: MatchOutcome;
  readonly confidence: MatchConfidence | undefined;
  readonly detail: string | undefined;
  /** What contradicts or weakens the match. */
  readonly oddity: string | undefined;
  /** By how many days the times contradict each other; undefined if they do not. */
  readonly daysApart: number | undefined;
}

/** A match that is only likely, or contradicted, looks different from a certain one. */
function OutcomeChip({ ui, label, outcome, detail, oddity, daysApart, confidence }: OutcomeProps) {
  const tone = daysApart === undefined ? toneOf(outcome, confidence, oddity !== undefined) : 'bad';
  const apart = daysApart === undefined ? undefined : ui.messages.matches.daysApart(daysApart);
  // Problems come first, because the end is truncated in narrow columns.
  const shown = oddity === undefined && apart !== undefined ? label : (apart ?? detail);
  return (
    <Chip tone={tone} part="match" {...(shown === undefined ? {} : { detail: shown })}>
      {oddity ?? apart ?? label}
    </Chip>
  );
}

/** The style of an outcome; only a certain match without contradictions has a tick. */
export function toneOf(outcome: MatchOutcome, confidence: MatchConfidence | undefined, hasReasons: boolean): Tone {
  const isSure = confidence === 'EXACT' || confidence === 'STRONG';
  return outcome === 'UNIQUE' && (!isSure || hasReasons) ? 'warn' : tones[outcome];
}

function announcedBy({ arrivalDay, arrivalClassifier }: Row): StatedTime | undefined {
  return arrivalDay === undefined ? undefined : { at: arrivalDay, classifier: arrivalClassifier };
}

/** The maximum number of days by which the first of some times contradicts another one. */
function farthestOf([first, ...others]: readonly (StatedTime | undefined)[], portOffset: string | undefined): number | undefined {
  if (first === undefined) return undefined;
  const days = others.flatMap((other) => (other === undefined ? [] : (daysTooFarApart(first, other, portOffset) ?? [])));
  return days.length === 0 ? undefined : Math.max(...days);
}

function Nothing({ ui, isAwaited }: { readonly ui: Ui; readonly isAwaited: boolean }) {
  return isAwaited ? (
    <>
      <span class="bone short" />
      <span class="hidden">{ui.messages.asking}</span>
    </>
  ) : (
    <span class="line muted">–</span>
  );
}

/** The sources that did not answer, if the outcome is unknown. */
function Reason({ ui, outcome, sources }: { readonly ui: Ui; readonly outcome: MatchOutcome; readonly sources: readonly JoinSource[] }) {
  const silent = sources.filter((source) => isMissing(source) || source.status === 'NOT_CONNECTED');
  if (outcome !== 'UNKNOWN' || silent.length === 0) return null;
  const names = new Set(silent.map(({ partner }) => partner?.name ?? ui.messages.ownPart));
  return <span class="line muted">{ui.messages.unknownBecause([...names].join(', '))}</span>;
}

function Flag({ ui, label, isReleased }: { readonly ui: Ui; readonly label: string; readonly isReleased: boolean | undefined }) {
  const { yes, no, unknown } = ui.messages.release;
  const state = isReleased === undefined ? unknown : isReleased ? yes : no;
  return (
    <span class={`flag ${isReleased === undefined ? 'unknown' : isReleased ? 'yes' : 'no'}`} title={`${label}: ${state}`}>
      <i aria-hidden="true">{isReleased === undefined ? '?' : isReleased ? '✓' : '✕'}</i>
      {label}
      <span class="hidden"> {state}</span>
    </span>
  );
}

function lastStep(path: string): string {
  return path.split('.').at(-1) ?? path;
}
