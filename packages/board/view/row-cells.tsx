import type { ComponentChildren } from 'preact';
import type { ReleaseAnswer } from '../../client/generated/operations.ts';
import type { OwnColumn } from '../host-parts.ts';
import type { MarkKind } from '../mark-commands.ts';
import { type Arrival, type Row, referenceOf } from '../model/arrival-row.ts';
import { type BoardColumn, type Column, isOwn } from '../model/columns.ts';
import { nameOf, rowForHost } from '../model/own-parts.ts';
import { customerOf, type ShipmentField, valuesOf } from '../model/shipment.ts';
import { dayAt, dayOf, daysBetween, formatShortDay } from '../model/times.ts';
import { alertText, nextStep, partsWith } from './alert-text.ts';
import { ArrivalCell } from './arrival-cell.tsx';
import { formatCount, type Ui } from './ui.ts';

export interface CellProps {
  readonly ui: Ui;
  readonly row: Row;
  /** A mark that the viewer has just set. */
  readonly mark: MarkKind | undefined;
  /** The columns of the list: information without a column may be shown in another one. */
  readonly columns: readonly Column[];
}

/** The content of the board's cells, by column. */
const contents: Readonly<Record<BoardColumn, (cell: CellProps) => ComponentChildren>> = {
  arrival: ({ ui, row }) => <ArrivalCell ui={ui} arrival={row.arrival} />,
  alert: AlertCell,
  consignee: ({ ui, row: { arrival } }) => (
    <span class="says" title={[customerOf(arrival), ...valuesOf('notifyParty', arrival, ui.times.lang)].join('\n')}>
      {customerOf(arrival) ?? '–'}
    </span>
  ),
  vessel: VesselCell,
  port: PortCell,
  document: DocumentCell,
  lastFree: LastFreeCell,
  release: ReleaseCell,
  reference: (cell) => <ShipmentCell {...cell} field={cell.ui.state.view.reference} />,
  shipper: (cell) => <ShipmentCell {...cell} field="shipper" />,
  goods: (cell) => <ShipmentCell {...cell} field="goods" />,
  state: ({ ui, row: { arrival } }) => (
    <span class={`line wraps ${arrival.state === 'OMITTED' ? 'bad' : ''}`}>{ui.words.states[arrival.state]}</span>
  ),
  partner: ({ row }) => <span class="line">{row.arrival.partner.name}</span>,
};

function ShipmentCell({ ui, row: { arrival }, field }: CellProps & { readonly field: ShipmentField }) {
  const text = valuesOf(field, arrival, ui.times.lang).join(', ');
  return (
    <span class="says" title={text}>
      {text || '–'}
    </span>
  );
}

/** The content of a cell. */
export function Cell({ column, ...cell }: CellProps & { readonly column: Column }) {
  if (!isOwn(column)) return <>{contents[column](cell)}</>;
  const own = cell.ui.own.columns.find((each) => nameOf(each) === column);
  return own === undefined ? null : (
    <span class="line wraps">
      <OwnValue column={own} row={cell.row} />
    </span>
  );
}

/** Shows what the embedding page says about a row. An error in its function costs this value only. */
export function OwnValue({ column, row }: { readonly column: OwnColumn; readonly row: Row }) {
  const show = (element: HTMLElement | null): void => {
    try {
      element?.replaceChildren(column.value(rowForHost(row)));
    } catch (error) {
      reportError(error);
    }
  };
  return <span ref={show} />;
}

/** Shows what changed, and the number of further alerts. */
export function AlertCell({ ui, row, mark }: CellProps) {
  const { words } = ui;
  const [first, ...others] = row.alerts;
  const texts = row.alerts.map((alert) => alertText(alert, row.arrival, ui));
  if (mark === 'collected' || row.arrival.isCollected) return <span class="line muted">✓ {words.actions.collected}</span>;
  if (mark === 'acknowledged') return <span class="line muted">✓ {words.alerts.acknowledged}</span>;
  if (mark === 'snoozed') return <span class="line muted">{words.alerts.snoozed}</span>;
  if (first === undefined) {
    const quiet = quietText(ui, row);
    return quiet === undefined ? null : <span class="line muted">{quiet}</span>;
  }
  const step = nextStep(first, row.arrival, ui);
  const { alertCounts } = row.arrival.visit ?? {};
  const more = alertCounts === undefined ? others.length : alertCounts.reduce((sum, { count }) => sum + count, -1);
  const all = alertCounts?.map(({ kind, count }) => `${count} × ${words.alertKinds[kind]}`) ?? texts.slice(1);
  return (
    <>
      <span class={`says ${first.needsAttention ? first.severity : ''}`} title={texts.join('\n')}>
        <span class="hidden">{words.severities[first.severity]}: </span>
        {texts[0]}
      </span>
      <span class="next" part="next" title={step}>
        <i aria-hidden="true">→</i>
        <span class="line">{step}</span>
        {more > 0 && (
          <span class="count" role="img" aria-label={words.alerts.more(more)} title={all.join('\n')}>
            +{more}
          </span>
        )}
      </span>
    </>
  );
}

/** Returns what was done with the open alerts of a row that shows none; undefined if it has none. */
function quietText({ words, times }: Ui, { arrivals }: Row): string | undefined {
  const alerts = arrivals.flatMap(({ openAlerts }) => openAlerts);
  const snoozed = alerts.flatMap(({ snoozedUntil }) => snoozedUntil ?? []).sort()[0];
  if (snoozed !== undefined) return words.alerts.snoozedUntil(formatShortDay(dayOf(new Date(snoozed)), times.lang));
  return alerts.some(({ acknowledgedAt }) => acknowledgedAt !== null) ? words.alerts.acknowledged : undefined;
}

function VesselCell({ ui, row: { arrival }, columns }: CellProps) {
  const voyage = arrival.carrierImportVoyageNumber ?? arrival.universalImportVoyageReference;
  return (
    <>
      <span class="line">{arrival.vesselName ?? arrival.vessel?.vesselIMONumber ?? '–'}</span>
      <span class="line muted">
        {columns.includes('port')
          ? voyage === null
            ? '–'
            : ui.words.voyage(voyage)
          : [portOf(arrival), voyage].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

function PortCell({ row: { arrival } }: CellProps) {
  const codes = [arrival.port?.UNLocationCode, arrival.facility?.facilityCode].filter(Boolean).join(' · ');
  return (
    <>
      <span class="line">{portOf(arrival) ?? '–'}</span>
      <span class="line muted small" title={codes}>
        {codes}
      </span>
    </>
  );
}

/**
 * Shows what the row is: a document, with the labels of its notices or its containers, a container with its type, or a ship; also the
 * days left and the customer if they have no column.
 */
function DocumentCell({ ui, row: { arrival, notices }, columns }: CellProps) {
  const { words } = ui;
  const { box, visit, containers, equipmentReferences, transportDocumentReference } = arrival;
  if (visit !== undefined) {
    return (
      <>
        <span class="line reference">{referenceOf(arrival)}</span>
        <span class="line muted small">
          {[portOf(arrival), columns.includes('lastFree') && arrival.carrierImportVoyageNumber, sizeOf(ui, visit)]
            .filter(Boolean)
            .join(' · ')}{' '}
          {!columns.includes('lastFree') && <DaysLeft ui={ui} arrival={arrival} isAlone />}
        </span>
      </>
    );
  }
  const [first, ...others] = equipmentReferences;
  const labels = notices.flatMap(({ typeLabel }) => typeLabel ?? []);
  const collected = containers.filter(({ isCollected }) => isCollected).length;
  const customer = columns.includes('consignee') ? undefined : customerOf(arrival);
  // With the customer, there is no room for the document.
  const ofBox =
    box && [customer === undefined && transportDocumentReference, containerType(box.ISOEquipmentCode, words)].filter(Boolean).join(' · ');
  return (
    <>
      <span class="line reference" part="reference">
        {referenceOf(arrival)}
      </span>
      {notices.length > 1 && box === undefined ? (
        <span class="labels" title={labels.join('\n')}>
          {labels[0] !== undefined && (
            <span class="chip plain" part="chip">
              {labels[0]}
            </span>
          )}
          <span class="chip plain more" part="chip">
            +{notices.length - 1}
          </span>
        </span>
      ) : (
        <span class="line muted small" title={box === undefined ? equipmentReferences.join(', ') : transportDocumentReference}>
          {!columns.includes('lastFree') && arrival.lastFree !== null ? (
            <DaysLeft ui={ui} arrival={arrival} isAlone />
          ) : ofBox !== undefined ? (
            ofBox
          ) : collected > 0 && collected < containers.length ? (
            words.boxesCollected(collected, containers.length)
          ) : (
            <>
              {first} {others.length > 0 && `+${others.length}`}
            </>
          )}
        </span>
      )}
      {customer !== undefined && (
        <span class="line small customer" title={customer}>
          {customer}
        </span>
      )}
    </>
  );
}

/** Describes a container by the ISO 6346 code of its size and type; an unknown code is shown unchanged. */
export function containerType(code: string | null, { overview: { containerTypes, highCube } }: Ui['words']): string {
  const [, length = '', height, type = ''] = /^([24L])([0-9])([A-Z])/.exec(code ?? '') ?? [];
  const feet = { 2: '20′', 4: '40′', L: '45′' }[length];
  const name = containerTypes[type];
  if (feet === undefined || name === undefined) return code ?? '';
  return `${feet} ${height === '5' && type === 'G' ? highCube : name}`;
}

/** The last free day is near if fewer days are left. */
const nearDays = 2;

interface DaysLeftProps {
  readonly ui: Ui;
  readonly arrival: Pick<Arrival, 'lastFree' | 'isCollected' | 'bestTime'>;
  /** Whether neither a heading nor a day beside it states what the days are left of. */
  readonly isAlone?: boolean;
}

/** Shows the days left until the last free day; days in the past are distinguished from those that are near. */
export function DaysLeft({ ui: { words, now }, arrival: { lastFree, isCollected, bestTime }, isAlone = false }: DaysLeftProps) {
  if (lastFree === null) return null;
  const days = daysBetween(dayAt(bestTime, now), lastFree.localDate);
  const text = isAlone ? words.freeDaysLeft(days) : words.daysLeft(days);
  return <span class={isCollected || days > nearDays ? 'muted' : days < 0 ? 'badge bad' : 'strong warn'}>{text}</span>;
}

function LastFreeCell({ ui, row: { arrival } }: CellProps) {
  if (arrival.lastFree === null) return <span class="line muted">–</span>;
  return (
    <>
      <span class="line">{formatShortDay(arrival.lastFree.localDate, ui.times.lang)}</span>
      <span class="line small">
        <DaysLeft ui={ui} arrival={arrival} />
      </span>
    </>
  );
}

function ReleaseCell({
  ui: { words },
  row: {
    arrival: { release },
  },
}: CellProps) {
  const named = (answer: ReleaseAnswer) => partsWith(release, answer).map((part) => words.parts[part]);
  const [refused, unknown] = [named('NO'), named('UNKNOWN')];
  // If all parts or none are meant, they are not named.
  const [some] = [refused, unknown].filter(({ length }) => length > 0 && length < Object.keys(words.parts).length);
  const detail = some === undefined ? '' : some === refused ? refused.join(', ') : words.notStated(unknown.join(', '));
  return (
    <>
      <span class={`line wraps ${release.isReleased === 'NO' ? '' : release.isReleased === 'YES' ? 'good' : 'muted'}`}>
        {words.released[release.isReleased]}
      </span>
      <span class="line muted small" title={detail}>
        {detail}
      </span>
    </>
  );
}

/** Returns how many notices and containers a ship has. */
export function sizeOf(ui: Ui, { arrivalCount, containerCount }: NonNullable<Arrival['visit']>): string {
  const format = (name: 'notices' | 'boxes', value: number) => ui.words[name](formatCount(value, ui.times.lang), value === 1);
  return `${format('notices', arrivalCount)}, ${format('boxes', containerCount)}`;
}

/** Returns the name of the port, otherwise its code. */
export function portOf({ portName, port }: Arrival): string | undefined {
  return portName ?? port?.UNLocationCode;
}
