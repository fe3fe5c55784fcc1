import type { ReleaseAnswer } from '../../client/generated/operations.ts';
import { type Arrival, rowsOf } from '../model/arrival-row.ts';
import { formatCsv } from '../model/csv.ts';
import { shipmentFields, valuesOf } from '../model/shipment.ts';
import { alertText, nextStep } from './alert-text.ts';
import type { Ui } from './ui.ts';

type Value = string | number | null | undefined;

/** The columns of an exported file, in the order of their headings. */
const exported: readonly ((arrival: Arrival, ui: Ui) => Value)[] = [
  ({ partner }) => partner.name,
  (arrival) => arrival.transportDocumentReference,
  ({ typeLabel }) => typeLabel,
  ({ equipmentReferences }) => equipmentReferences.join(' '),
  ({ carrierCode }) => carrierCode,
  ({ vesselName }) => vesselName,
  ({ vessel }) => vessel?.vesselIMONumber,
  (arrival) => arrival.carrierImportVoyageNumber,
  ({ port }) => port?.UNLocationCode,
  ({ portName }) => portName,
  ({ facility }) => facility?.facilityCode,
  ({ bestTime }) => bestTime?.localDate,
  ({ bestTime }) => bestTime?.localTime,
  ({ bestTime }) => bestTime?.zone,
  ({ bestTime }, { words }) => bestTime?.classifier && words.classifiers[bestTime.classifier][1],
  ({ bestTime }, { words }) => bestTime && words.sides[bestTime.source],
  ({ statements }) => timeOf(statements.notice),
  ({ statements }) => timeOf(statements.schedule),
  ({ statements }) => timeOf(statements.port),
  ({ state }, { words }) => words.states[state],
  ({ lastFree }) => lastFree?.localDate,
  ({ release }, { words }) => words.released[release.isReleased],
  ({ release }, ui) => answerOf(release.freight, ui),
  ({ release }, ui) => answerOf(release.customs, ui),
  ({ release }, ui) => answerOf(release.originalBillOfLading, ui),
  ({ isCollected }, ui) => answerOf(isCollected ? 'YES' : 'NO', ui),
  (arrival, ui) =>
    rowsOf([arrival])
      .flatMap(({ alerts }) => alerts.slice(0, 1))
      .map((alert) => nextStep(alert, arrival, ui))[0],
  (arrival, ui) => arrival.openAlerts.map((alert) => alertText(alert, arrival, ui)).join('; '),
  ({ box }) => box?.ISOEquipmentCode,
  ...shipmentFields.map(
    (field) =>
      (arrival: Arrival, { times }: Ui) =>
        valuesOf(field, arrival, times.lang).join('; '),
  ),
];

/** Formats arrivals as CSV, with headings and words in the language of the board. */
export function csvOf(ui: Ui, arrivals: readonly Arrival[]): string {
  const rows = arrivals.map((arrival) => exported.map((format) => format(arrival, ui)));
  const headings = [...ui.words.headings.split('; '), ...shipmentFields.map((field) => ui.words.fields[field])];
  return formatCsv([headings, ...rows], ui.times.lang);
}

function timeOf({ arrival }: Arrival['statements']['notice']): Value {
  return arrival && [arrival.localDate, arrival.localTime].filter(Boolean).join(' ');
}

function answerOf(answer: ReleaseAnswer, { messages }: Ui): string {
  return messages.overview.answers[answer];
}
