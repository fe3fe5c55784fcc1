import type { Arrival } from '../model/arrival-row.ts';
import { formatCsv } from '../model/csv.ts';
import { alertText } from './alert-text.ts';
import type { Ui } from './ui.ts';

type Value = string | number | null | undefined;

/** The columns of an exported file, by names of the API, so that a program reads the files of every language alike. */
const exported: Readonly<Record<string, (arrival: Arrival, ui: Ui) => Value>> = {
  partner: ({ partner }) => partner.name,
  transportDocumentReference: (arrival) => arrival.transportDocumentReference,
  typeLabel: ({ typeLabel }) => typeLabel,
  equipmentReferences: ({ equipmentReferences }) => equipmentReferences.join(' '),
  carrierCode: ({ carrierCode }) => carrierCode,
  vesselName: ({ vesselName }) => vesselName,
  vesselIMONumber: ({ vessel }) => vessel?.vesselIMONumber,
  carrierImportVoyageNumber: (arrival) => arrival.carrierImportVoyageNumber,
  UNLocationCode: ({ port }) => port?.UNLocationCode,
  portName: ({ portName }) => portName,
  facilityCode: ({ facility }) => facility?.facilityCode,
  bestDate: ({ bestTime }) => bestTime?.localDate,
  bestTime: ({ bestTime }) => bestTime?.localTime,
  zone: ({ bestTime }) => bestTime?.zone,
  classifier: ({ bestTime }) => bestTime?.classifier,
  source: ({ bestTime }) => bestTime?.source,
  notice: ({ statements }) => timeOf(statements.notice),
  schedule: ({ statements }) => timeOf(statements.schedule),
  port: ({ statements }) => timeOf(statements.port),
  state: ({ state }) => state,
  lastFreeDate: ({ lastFree }) => lastFree?.localDate,
  isReleased: ({ release }) => release.isReleased,
  freight: ({ release }) => release.freight,
  customs: ({ release }) => release.customs,
  originalBillOfLading: ({ release }) => release.originalBillOfLading,
  isCollected: ({ isCollected }) => String(isCollected),
  alertKinds: ({ openAlerts }) => openAlerts.map(({ kind }) => kind).join(' '),
  alerts: (arrival, ui) => arrival.openAlerts.map((alert) => alertText(alert, arrival, ui)).join('; '),
};

/** Formats arrivals as CSV. */
export function csvOf(ui: Ui, arrivals: readonly Arrival[]): string {
  const rows = arrivals.map((arrival) => Object.values(exported).map((format) => format(arrival, ui)));
  return formatCsv([Object.keys(exported), ...rows]);
}

function timeOf({ arrival }: Arrival['statements']['notice']): Value {
  return arrival && [arrival.localDate, arrival.localTime].filter(Boolean).join(' ');
}
