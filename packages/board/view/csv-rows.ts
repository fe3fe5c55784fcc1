import type { ReleaseAnswer } from '../../client/generated/operations.ts';
import { type Arrival, rowsOf } from '../model/arrival-row.ts';
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

/** The columns of ships, by their numbers: from the name of the ship to its state, without the terminal and what the sides state, and the next step. */
const ofShips = [5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 19, 26];
/** The further columns of ships, in the order of their headings. */
const sumsOfShips: readonly ((visit: NonNullable<Arrival['visit']>, ui: Ui) => Value)[] = [
  ({ deadline }) => deadline,
  ({ arrivalCount }) => arrivalCount,
  ({ containerCount }) => containerCount,
  ({ alertCounts }, { words }) => alertCounts.map(({ kind, count }) => `${count} × ${words.alertKinds[kind]}`).join('; '),
];

/** Formats arrivals, containers or ships as CSV, with headings and words in the language of the board. */
export function csvOf(ui: Ui, arrivals: readonly Arrival[]): string {
  const { words, times, state } = ui;
  const isOfShips = state.view.rowKind === 'ships';
  const all = [...words.headings.split('; '), ...shipmentFields.map((field) => words.fields[field])];
  const chosen = isOfShips ? ofShips : [...all.keys()];
  const rows = arrivals.map((arrival) => {
    const { visit } = arrival;
    return [
      ...chosen.map((at) => exported[at]?.(arrival, ui)),
      ...(visit === undefined ? [] : sumsOfShips.map((format) => format(visit, ui))),
    ];
  });
  const headings = [...chosen.map((at) => all[at]), ...(isOfShips ? words.shipHeadings.split('; ') : [])];
  return formatCsv([headings, ...rows], times.lang);
}

function timeOf({ arrival }: Arrival['statements']['notice']): Value {
  return arrival && [arrival.localDate, arrival.localTime].filter(Boolean).join(' ');
}

function answerOf(answer: ReleaseAnswer, { words }: Ui): string {
  return words.overview.answers[answer];
}

/**
 * Writes rows as CSV (RFC 4180), with a byte order mark, by which spreadsheets recognize UTF-8. Where the comma is the
 * decimal sign, spreadsheets expect the semicolon as separator.
 *
 * @param lang BCP 47 tag of the reader
 */
export function formatCsv(rows: readonly (readonly (string | number | null | undefined)[])[], lang: string): string {
  const separator = (1.5).toLocaleString(lang).includes(',') ? ';' : ',';
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(separator)).join('\r\n')}\r\n`;
}

/**
 * A text that a spreadsheet would read as a formula gets an apostrophe, which the spreadsheet hides: a partner's text
 * must not be executed on the reader's computer.
 */
function formatCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
