import type { ComponentChildren } from 'preact';
import type { ReleaseAnswer } from '../../../client/generated/operations.ts';
import type { Arrival } from '../../model/arrival-row.ts';
import { statementsOf } from '../../model/drift.ts';
import { largestDifference } from '../../model/largest-difference.ts';
import { type ShipmentField, shipmentFields, valuesOf } from '../../model/shipment.ts';
import { formatAge, formatDay, formatShortDay } from '../../model/times.ts';
import { capital } from '../alert-text.ts';
import { sideNames, sideSays, zoneOf } from '../arrival-cell.tsx';
import { CollectButton, showShip } from '../row-actions.tsx';
import { containerType, DaysLeft } from '../row-cells.tsx';
import type { Ui } from '../ui.ts';
import { Alerts } from './alerts.tsx';
import { Checks, partsText } from './checks.tsx';
import { DriftChart } from './drift-chart.tsx';
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
      <Containers {...{ ui, arrival }} />
      {notice && <DriftChart ui={ui} statements={statementsOf(arrival, notice, alerts)} />}
      <Sides {...{ ui, arrival }} />
      {notice && <Checks ui={ui} notice={notice} />}
    </>
  );
}

function Facts({ ui, arrival, notice }: OverviewProps) {
  const { words } = ui;
  const current = notice?.current;
  const terminal = current?.transport?.portOfDischarge?.facility?.facilityName ?? arrival.facility?.facilityCode;
  const vessel = [
    arrival.vessel && `IMO ${arrival.vessel.vesselIMONumber}`,
    arrival.carrierImportVoyageNumber && words.voyage(arrival.carrierImportVoyageNumber),
  ];
  const fact = (field: ShipmentField) => (
    <Fact key={field} name={words.fields[field]}>
      {valuesOf(field, arrival, ui.times.lang).join(', ')}
    </Fact>
  );
  return (
    <dl class="facts">
      {shipmentFields.slice(0, 2).map(fact)}
      <Fact name={words.columns.vessel} sub={vessel}>
        {arrival.vesselName ?? arrival.vessel?.vesselIMONumber}{' '}
        {arrival.vessel !== null && (
          <button type="button" class="quiet" onClick={() => showShip(ui, arrival)}>
            {words.ofShip}
          </button>
        )}
      </Fact>
      <Fact name={words.columns.port} sub={[terminal]}>
        {[arrival.portName, arrival.port?.UNLocationCode].filter(Boolean).join(' · ')}
      </Fact>
      <BestTime {...{ ui, arrival }} />
      <Release {...{ ui, arrival }} />
      <LastFreeDay {...{ ui, arrival, notice }} />
      {notice && <Pickup {...{ ui, notice }} />}
      {shipmentFields
        .slice(2)
        .filter((field) => field !== 'pickupNumber')
        .map(fact)}
      {notice && <Contacts {...{ ui, notice }} />}
    </dl>
  );
}

/** Shows each container: its type, its last free day, and whether it is collected. */
function Containers({ ui, arrival }: { readonly ui: Ui; readonly arrival: Arrival }) {
  const { words, board, times } = ui;
  if (arrival.containers.length === 0) return null;
  return (
    <section>
      <h3>{words.rowKinds.containers}</h3>
      <ul class="entries boxes">
        {arrival.containers.map((container) => {
          const { id, equipmentReference, lastFree, pickupNumber } = container;
          const isCollected = board.marks.isCollected(container);
          return (
            <li key={id}>
              <span>
                <strong class="mono">{equipmentReference}</strong> {containerType(container.ISOEquipmentCode, words)}
                <span class="sub muted">
                  {[lastFree && formatDay(lastFree.localDate, times.lang), pickupNumber].filter(Boolean).join(' · ')}{' '}
                  <DaysLeft ui={ui} arrival={{ lastFree, isCollected, bestTime: arrival.bestTime }} isAlone />
                </span>
              </span>
              <CollectButton ui={ui} of={equipmentReference ?? ''} cargo={[{ ...container, arrival }]} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Shows what each side states now, or why it states nothing. */
function Sides({ ui, arrival: { statements } }: Pick<TabProps, 'ui' | 'arrival'>) {
  return (
    <section>
      <h3>{ui.words.allSides}</h3>
      <dl class="facts">
        {sideNames
          .map((name) => statements[name])
          .map((side) => (
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
  const { words, times, now } = ui;
  const { bestTime, state } = arrival;
  const difference = largestDifference(arrival);
  if (bestTime === null) return <Fact name={words.columns.arrival}>{words.states[state]}</Fact>;
  const said = `${words.sides[bestTime.source]}, ${formatAge(Date.parse(bestTime.statedAt), now, times.lang)}`;
  return (
    <Fact
      name={words.columns.arrival}
      sub={[
        state === 'EXPECTED' ? undefined : words.states[state],
        bestTime.classifier && words.classifiers[bestTime.classifier][1],
        said,
        difference?.later != null && `+${words[difference.unit](difference.count)}${words.later(words.sides[difference.later])}`,
      ]}
    >
      {[formatDay(bestTime.localDate, times.lang), bestTime.localTime?.slice(0, 5)].filter(Boolean).join(' ')}{' '}
      <span class="muted small">{zoneOf(bestTime, times.lang) ?? words.local}</span>
    </Fact>
  );
}

function Release({ ui, arrival: { release } }: Pick<TabProps, 'ui' | 'arrival'>) {
  const { words } = ui;
  const tones: Readonly<Record<ReleaseAnswer, string>> = { YES: 'good', NO: 'bad', UNKNOWN: '', NOT_REQUIRED: '' };
  return (
    <Fact name={words.columns.release} sub={[partsText(release, ui)]}>
      <span class={tones[release.isReleased]}>{words.released[release.isReleased]}</span>
    </Fact>
  );
}

function LastFreeDay({ ui, arrival, notice }: Pick<OverviewProps, 'ui' | 'arrival' | 'notice'>) {
  const { words, times } = ui;
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
  const back = returns !== undefined && words.overview.returnBy(formatShortDay(returns, times.lang));
  if (day === undefined) return <Fact name={name} sub={[...new Set(freeTimes.map(({ description }) => description)), back]} />;
  return (
    <Fact name={name} sub={[...each, back]}>
      {formatDay(day, times.lang)} <DaysLeft {...{ ui, arrival }} />
    </Fact>
  );
}

function Pickup({ ui, notice: { current } }: Pick<TabProps, 'ui' | 'notice'>) {
  const { pickupInformation: pickup, utilizedTransportEquipments } = current;
  const numbers = [pickup?.pickupNumber, ...(utilizedTransportEquipments ?? []).map((each) => each.pickupInformation?.pickupNumber)];
  const place = pickup?.pickupLocation;
  return (
    <Fact name={ui.words.overview.pickup} sub={[place?.facility?.facilityName ?? place?.facility?.facilityCode ?? place?.locationName]}>
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
    <Fact name={ui.words.overview.contacts}>
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
