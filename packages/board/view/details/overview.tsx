import type { ComponentChildren } from 'preact';
import type { ReleaseAnswer } from '../../../client/generated/operations.ts';
import { statementsOf } from '../../model/drift.ts';
import { largestDifference } from '../../model/largest-difference.ts';
import { dayOf, daysBetween, formatAge, formatDay, formatInstant, formatShortDay, formatZone } from '../../model/times.ts';
import { sideSays } from '../arrival-cell.tsx';
import type { Ui } from '../ui.ts';
import { Alerts } from './alerts.tsx';
import { capital, DriftChart } from './drift-chart.tsx';
import type { TabProps } from './tab.ts';

interface OverviewProps extends Omit<TabProps, 'notice'> {
  /** Absent until it is read: the row knows the most important facts already. */
  readonly notice: TabProps['notice'] | undefined;
}

/** Shows what a planner needs to act: open alerts, the main facts of the arrival, and how its time changed. */
export function OverviewTab(props: OverviewProps) {
  const { ui, arrival, notice, alerts } = props;
  return (
    <>
      <Alerts ui={ui} arrival={arrival} />
      <slot name="panel" />
      <Facts {...props} />
      {notice && <DriftChart ui={ui} statements={statementsOf(arrival, notice, alerts)} />}
      <Sides {...{ ui, arrival }} />
      {notice && <Checks ui={ui} notice={notice} />}
    </>
  );
}

function Facts({ ui, arrival, notice }: OverviewProps) {
  const { messages, words } = ui;
  const current = notice?.current;
  const terminal = current?.transport?.portOfDischarge?.facility?.facilityName ?? arrival.facility?.facilityCode;
  const vessel = [
    arrival.vessel && `IMO ${arrival.vessel.vesselIMONumber}`,
    arrival.carrierImportVoyageNumber && words.voyage(arrival.carrierImportVoyageNumber),
  ];
  return (
    <dl class="facts">
      <Fact name={messages.columns.vessel} sub={vessel}>
        {arrival.vesselName ?? arrival.vessel?.vesselIMONumber}
      </Fact>
      <Fact name={messages.columns.port} sub={[terminal]}>
        {[arrival.portName, arrival.port?.UNLocationCode].filter(Boolean).join(' · ')}
      </Fact>
      <BestTime {...{ ui, arrival }} />
      <Release {...{ ui, arrival }} />
      <LastFreeDay {...{ ui, arrival, notice }} />
      {notice && <Pickup {...{ ui, notice }} />}
      <Fact name={messages.overview.containers}>
        <span class="mono">
          {(current?.utilizedTransportEquipments ?? arrival.equipmentReferences.map(named))
            .map(({ equipment }) =>
              [equipment?.equipmentReference, typeOf(equipment?.ISOEquipmentCode, messages)].filter(Boolean).join(' '),
            )
            .join(', ')}
        </span>
      </Fact>
      {notice && <Contacts {...{ ui, notice }} />}
    </dl>
  );
}

/** Describes a container by the ISO 6346 code of its size and type; an unknown code is shown unchanged. */
function typeOf(code: string | null | undefined, { overview: { containerTypes, highCube } }: Ui['messages']): string {
  const [, length = '', height, type = ''] = /^([24L])([0-9])([A-Z])/.exec(code ?? '') ?? [];
  const feet = { 2: '20′', 4: '40′', L: '45′' }[length];
  const name = containerTypes[type];
  if (feet === undefined || name === undefined) return code ?? '';
  return `${feet} ${height === '5' && type === 'G' ? highCube : name} (${code})`;
}

const named = (equipmentReference: string) => ({ equipment: { equipmentReference, ISOEquipmentCode: null } });

/** Shows what each side states now, or why it states nothing. */
function Sides({ ui, arrival: { statements } }: Pick<TabProps, 'ui' | 'arrival'>) {
  return (
    <section>
      <h3>{ui.messages.sides}</h3>
      <dl class="facts">
        {[statements.notice, statements.schedule, statements.port].map((side) => (
          <div key={side.side}>
            <dt>{capital(ui.words.sides[side.side])}</dt>
            <dd>{sideSays(ui, side)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly children?: ComponentChildren;
  /** Further words below, as far as there are any. */
  readonly sub?: readonly (string | null | undefined | false)[];
}

function Fact({ name, children, sub = [] }: FactProps) {
  const further = sub.filter(Boolean).join(' · ');
  if (!children && further === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="main">{children || '–'}</span>
        {further !== '' && <span class="muted sub">{further}</span>}
      </dd>
    </div>
  );
}

function BestTime({ ui, arrival }: Pick<TabProps, 'ui' | 'arrival'>) {
  const { messages, words, times, now } = ui;
  const { bestTime, state } = arrival;
  const difference = largestDifference(arrival);
  if (bestTime === null) return <Fact name={messages.columns.arrival}>{words.states[state]}</Fact>;
  const zone =
    bestTime.zone === null
      ? undefined
      : formatZone(bestTime.zone, Date.parse(bestTime.instant ?? `${bestTime.localDate}T12:00:00Z`), times.lang);
  const said = messages.overview.said(words.sides[bestTime.source], formatAge(Date.parse(bestTime.statedAt), now, times.lang));
  return (
    <Fact
      name={messages.columns.arrival}
      sub={[
        state === 'EXPECTED' ? undefined : words.states[state],
        bestTime.classifier && words.classifiers[bestTime.classifier][1],
        said,
        difference?.later != null && `+${words[difference.unit](difference.count)}${words.later(words.sides[difference.later])}`,
      ]}
    >
      {[formatDay(bestTime.localDate, times.lang), bestTime.localTime?.slice(0, 5)].filter(Boolean).join(' ')}{' '}
      <span class="muted small">{zone ?? words.local}</span>
    </Fact>
  );
}

const parts = ['freight', 'customs', 'originalBillOfLading'] as const;

function Release({ ui, arrival: { release } }: Pick<TabProps, 'ui' | 'arrival'>) {
  const { messages, words } = ui;
  const tones: Readonly<Record<ReleaseAnswer, string>> = { YES: 'good', NO: 'bad', UNKNOWN: '', NOT_REQUIRED: '' };
  const of = parts.map((part) => `${words.parts[part]}: ${messages.overview.answers[release[part]]}`);
  return (
    <Fact name={messages.overview.release} sub={of}>
      <span class={tones[release.isReleased]}>{words.released[release.isReleased]}</span>
    </Fact>
  );
}

function LastFreeDay({ ui, arrival, notice }: Pick<OverviewProps, 'ui' | 'arrival' | 'notice'>) {
  const { messages, words, times, now } = ui;
  const freeTimes = notice?.arrival?.freeTimes ?? [];
  const day = arrival.lastFree?.localDate;
  const days = new Set(freeTimes.map(({ pickup }) => pickup?.localDate));
  // If all containers have the same day, no list is needed.
  const each =
    days.size < 2
      ? []
      : freeTimes.flatMap(({ equipmentReference, pickup }) =>
          pickup === null ? [] : `${equipmentReference} ${formatShortDay(pickup.localDate, times.lang)}`,
        );
  const returns = [...new Set(freeTimes.flatMap((free) => free.return?.localDate ?? []))].sort()[0];
  const name = words.columns.lastFree;
  const back = returns !== undefined && messages.overview.returnBy(formatShortDay(returns, times.lang));
  if (day === undefined) return <Fact name={name} sub={[...new Set(freeTimes.map(({ description }) => description)), back]} />;
  const left = daysBetween(dayOf(new Date(now)), day);
  return (
    <Fact name={name} sub={[...each, back]}>
      {formatDay(day, times.lang)} <span class={left < 0 ? 'bad' : left <= 2 ? 'warn' : 'muted'}>{words.daysLeft(left)}</span>
    </Fact>
  );
}

function Pickup({ ui, notice: { current } }: Pick<TabProps, 'ui' | 'notice'>) {
  const { pickupInformation: pickup, utilizedTransportEquipments } = current;
  const numbers = [pickup?.pickupNumber, ...(utilizedTransportEquipments ?? []).map((each) => each.pickupInformation?.pickupNumber)];
  const place = pickup?.pickupLocation;
  return (
    <Fact name={ui.messages.overview.pickup} sub={[place?.facility?.facilityName ?? place?.facility?.facilityCode ?? place?.locationName]}>
      {[...new Set(numbers.filter(Boolean))].map((number) => (
        <span key={number} class="mono">
          {number}{' '}
        </span>
      ))}
    </Fact>
  );
}

function Contacts({ ui, notice: { current } }: Pick<TabProps, 'ui' | 'notice'>) {
  const contacts = [...(current.carrierContactInformation ?? []), ...(current.releaseInformation?.carrierInformationForCargoRelease ?? [])];
  const known = new Map(contacts.map((contact) => [JSON.stringify(contact), contact]));
  return (
    <Fact name={ui.messages.overview.contacts}>
      {known.size > 0 &&
        [...known].map(([key, { name, phone, email }]) => (
          <span key={key} class="contact">
            {name && <span>{name}</span>}
            {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </span>
        ))}
    </Fact>
  );
}

/** Why kinds of alert are not raised. */
function Checks({ ui, notice }: Pick<TabProps, 'ui' | 'notice'>) {
  const { messages, words } = ui;
  const checks = (notice.arrival?.checks ?? []).filter(({ outcome }) => outcome !== 'RAISED');
  if (checks.length === 0) return null;
  return (
    <section>
      <details class="checks">
        <summary>{messages.checks.title}</summary>
        <dl>
          {checks.map(({ kind, outcome, reason }) => (
            <div key={kind}>
              <dt>{words.alertKinds[kind]}</dt>
              <dd>{messages.checks.reasons[kind][outcome === 'NOT_RAISED' ? 0 : 1]}</dd>
              {/* What was compared, in the words of the server, which has no other language. */}
              <dd class="small" lang="en">
                {readable(reason, ui)}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** Formats the times in a sentence of the server, which are RFC 3339. */
function readable(text: string, { times }: Ui): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, (instant) => formatInstant(instant, times))
    .replaceAll(/\d{4}-\d\d-\d\d/g, (day) => formatShortDay(day, times.lang));
}
