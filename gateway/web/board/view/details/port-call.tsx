import { chartOf, type TimelineEvent, timelineOf } from '../../model/scale.ts';
import { formatInstant, localOffsetOf, minutesOf } from '../../model/times.ts';
import { Chip } from '../chip.tsx';
import { type Ui, wordOf } from '../ui.ts';
import { CallChartView } from './call-chart.tsx';
import type { TabProps } from './tab.ts';

/** The port's events of the call: to scale with notice and schedule, then as a list. */
export function PortCallTab({ ui, row, notice }: TabProps) {
  const { messages, times } = ui;
  const words = messages.portCall;
  const { current } = notice;
  const timeline = timelineOf(current);
  const portOffset = current.arrivalCall?.candidates[0]?.call.times
    .map(({ dateTime }) => localOffsetOf(dateTime))
    .find((offset) => offset !== undefined);
  const offsetMinutes = times.zone === 'port' ? minutesOf(portOffset) : -new Date(ui.now).getTimezoneOffset();
  const chart = chartOf(current, { arrivalDay: row.arrivalDay, offsetMinutes });
  return (
    <>
      <p>
        <Chip tone={timeline.outcome === 'UNIQUE' ? 'good' : timeline.outcome === 'CONFLICTING' ? 'bad' : 'warn'}>
          {messages.visitOutcomes[timeline.outcome]}
        </Chip>
      </p>
      {chart !== undefined && <CallChartView {...{ ui, chart, portOffset }} />}
      {timeline.outcome !== 'UNIQUE' && timeline.events.length > 0 && <p class="muted">{words.severalVisits}</p>}
      <h3>{words.events}</h3>
      {timeline.events.length === 0 && <p class="muted">{words.nothing}</p>}
      <ol class="entries">
        {timeline.events.map((match) => (
          <li key={match.event.id}>
            <EventView {...{ ui, match, portOffset }} />
          </li>
        ))}
      </ol>
    </>
  );
}

function EventView({ ui, match, portOffset }: { readonly ui: Ui; readonly match: TimelineEvent; readonly portOffset: string | undefined }) {
  const { messages, times } = ui;
  const { event, isCurrent } = match;
  const { timestamp, portCallService: service, partner, receivedAt } = event;
  const what = [service?.portCallServiceTypeCode, service?.portCallServiceEventTypeCode].flatMap((code) =>
    code == null ? [] : wordOf(messages, code),
  );
  const place = service?.serviceLocation?.facility?.facilityCode ?? service?.serviceLocation?.locationName;
  return (
    <>
      <strong>{what.length > 0 ? what.join(' ') : event.kinds.map((kind) => wordOf(messages, kind)).join(', ')}</strong>{' '}
      {place != null && <span class="mono">{place} </span>}
      {event.kinds
        .filter((kind) => kind !== 'TIMESTAMP' && what.length > 0)
        .map((kind) => (
          <Chip key={kind} tone={kind.endsWith('OMITTED') || kind.endsWith('ED') ? 'bad' : 'plain'}>
            {wordOf(messages, kind)}
          </Chip>
        ))}{' '}
      {!isCurrent && <Chip tone="none">{event.isFYI ? messages.portCall.information : messages.portCall.notCurrent}</Chip>}
      {timestamp?.serviceDateTime != null && (
        <div class={isCurrent ? '' : 'void'}>
          {formatInstant(timestamp.serviceDateTime, times, portOffset)}{' '}
          {timestamp.classifierCode != null && <span class="muted">{wordOf(messages, timestamp.classifierCode)}</span>}
        </div>
      )}
      {timestamp?.remark != null && <div>{timestamp.remark}</div>}
      {timestamp?.delayReasonCodes != null && timestamp.delayReasonCodes.length > 0 && (
        <div class="muted">
          {messages.portCall.delay}: {timestamp.delayReasonCodes.join(', ')}
        </div>
      )}
      <div class="muted">
        {partner.name} · {formatInstant(event.eventUpdatedDateTime ?? receivedAt, times, portOffset)}
      </div>
    </>
  );
}
