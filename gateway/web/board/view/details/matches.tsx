import type { OpenedNotice } from '../../board-state.ts';
import { daysTooFarApart } from '../../model/agreement.ts';
import { isMissing, unknownCall } from '../../model/joined.ts';
import type { Row } from '../../model/rows.ts';
import { formatAge, formatInstant, localOffsetOf } from '../../model/times.ts';
import { toneOf } from '../cells.tsx';
import { Chip } from '../chip.tsx';
import { type Ui, wordOf } from '../ui.ts';
import type { TabProps } from './tab.ts';

type Candidate = NonNullable<OpenedNotice['current']['arrivalCall']>['candidates'][number];
type Comparison = Candidate['matchedOn'][number];

/** The candidate calls of schedules, the reasons for and against each, and the consulted sources. */
export function MatchesTab({ ui, row, notice }: TabProps) {
  const { messages } = ui;
  const words = messages.matches;
  const { arrivalCall, portCallEvents } = { ...notice.current, arrivalCall: notice.current.arrivalCall ?? unknownCall };
  const takenId = arrivalCall.unique?.call.id;
  const taken = arrivalCall.candidates.find(({ call }) => call.id === takenId);
  const isFar = taken !== undefined && isFarFrom(taken, row);
  const sources = [...arrivalCall.sources, ...((arrivalCall.unique?.call.portCallEvents ?? portCallEvents)?.sources ?? [])];
  return (
    <>
      <p>
        <Chip tone={isFar ? 'bad' : toneOf(arrivalCall.outcome, taken?.confidence, (taken?.reasons.length ?? 0) > 0)}>
          {messages.callOutcomes[arrivalCall.outcome]}
        </Chip>{' '}
        <span class="muted">{messages.candidates(arrivalCall.candidates.length)}</span>
      </p>
      {arrivalCall.candidates.length === 0 && <p class="muted">{words.nothing}</p>}
      <ol class="entries">
        {arrivalCall.candidates.map((candidate, index) => (
          <li key={candidate.call.id} class="candidate">
            <CandidateView {...{ ui, candidate, index }} isTaken={candidate.call.id === takenId} isFar={isFarFrom(candidate, row)} />
          </li>
        ))}
      </ol>
      <h3>{words.asked}</h3>
      <ul class="entries">
        {sources.map(({ partner, standard, status, retrievedAt, feedback }) => (
          <li key={`${partner?.id} ${standard}`}>
            <strong>{partner?.name ?? messages.ownPart}</strong> · {messages.standards[standard]}{' '}
            <Chip tone={isMissing({ status }) ? 'bad' : status === 'NOT_CONNECTED' ? 'none' : 'good'}>{messages.sourceStates[status]}</Chip>{' '}
            <span class="muted">{retrievedAt === null ? messages.never : formatAge(Date.parse(retrievedAt), ui.now, ui.times.lang)}</span>
            {feedback.map(({ message }) => (
              <div key={message} class="muted">
                {message}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function CandidateView({
  ui,
  candidate,
  index,
  isTaken,
  isFar,
}: {
  readonly ui: Ui;
  readonly candidate: Candidate;
  readonly index: number;
  readonly isTaken: boolean;
  /** Whether its arrival contradicts the day that the notice states. */
  readonly isFar: boolean;
}) {
  const { messages, times } = ui;
  const words = messages.matches;
  const { call, reasons, dayDistance } = candidate;
  const ship =
    call.records.find(({ vesselName }) => vesselName !== null)?.vesselName ?? call.vessel?.vesselIMONumber ?? words.candidate(index + 1);
  const arrival = call.times.find(({ eventTypeCode }) => eventTypeCode === 'ARRI');
  const places = [
    ...new Set(call.records.flatMap(({ UNLocationCode, facilityCode }) => [UNLocationCode, facilityCode].filter(Boolean).join(' ') || [])),
  ];
  return (
    <>
      <div>
        <strong>{ship}</strong> <span class="mono">{places.join(', ')}</span>{' '}
        <Chip tone="plain">{messages.confidences[candidate.confidence]}</Chip>{' '}
        {isTaken && <Chip tone={isFar ? 'bad' : reasons.length > 0 ? 'warn' : 'good'}>{words.taken}</Chip>}
      </div>
      {arrival !== undefined && (
        <div>
          {formatInstant(arrival.dateTime, times, localOffsetOf(arrival.dateTime))}{' '}
          <span class="muted">
            {[arrival.eventClassifierCode && wordOf(messages, arrival.eventClassifierCode), arrival.partner.name]
              .filter(Boolean)
              .join(' · ')}
            {dayDistance !== null && ` · ${words.daysApart(dayDistance)}`}
          </span>
        </div>
      )}
      {reasons.length > 0 && (
        <div>
          {reasons.map((reason) => (
            <Chip key={reason} tone="warn">
              {messages.reasons[reason]}
            </Chip>
          ))}
        </div>
      )}
      <Comparisons title={words.because} sign="✓" between="~" comparisons={candidate.matchedOn} />
      <Comparisons title={words.against} sign="≠" between="≠" comparisons={candidate.contradictions} />
      <Comparisons title={words.notCompared} sign="?" between="?" comparisons={candidate.notComparable} />
    </>
  );
}

function isFarFrom({ call }: Candidate, { arrivalDay, arrivalClassifier }: Row): boolean {
  const arrival = call.times.find(({ eventTypeCode }) => eventTypeCode === 'ARRI');
  if (arrival === undefined || arrivalDay === undefined) return false;
  const stated = { at: arrival.dateTime, classifier: arrival.eventClassifierCode ?? undefined };
  return daysTooFarApart({ at: arrivalDay, classifier: arrivalClassifier }, stated, localOffsetOf(arrival.dateTime)) !== undefined;
}

interface ComparisonsProps {
  readonly title: string;
  readonly sign: string;
  /** Separates two different values. */
  readonly between: string;
  readonly comparisons: readonly Comparison[];
}

function Comparisons({ title, sign, between, comparisons }: ComparisonsProps) {
  if (comparisons.length === 0) return null;
  return (
    <dl class="comparisons">
      <dt>
        <span aria-hidden="true">{sign}</span> {title}
      </dt>
      {comparisons.map(({ attribute, left, right }) => (
        <dd key={`${attribute} ${left.value} ${right.value}`}>
          <span class="muted">{attribute.toLowerCase().replaceAll('_', ' ')}</span> <span class="mono">{left.value}</span>
          {left.value !== right.value && (
            <>
              {' '}
              {between} <span class="mono">{right.value}</span>
            </>
          )}
        </dd>
      ))}
    </dl>
  );
}
