import { type Caller, callerOf, type Entitlement } from '#platform/access/entitlement.ts';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import type { TestPartner } from '../../support/partners.ts';
import type { OpenLandfallFor, PushPath } from './visibility-landfall.ts';

/** All rights. */
export const all: Entitlement = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false };
const blueParty = { codeListProvider: 'SMDG', partyCode: 'BLUEFREIGHT' };
const redParty = { codeListProvider: 'SMDG', partyCode: 'REDFREIGHT' };

/** Notices of one carrier that name the party, the events of one port without volumes, and no charges. */
export const blue: Caller = callerOf({ ...all, partners: ['acme', 'quay'], parties: [blueParty], charges: false });
/** Everything from the other carrier, and no port calls. */
export const red: Caller = callerOf({ ...all, partners: ['bolt', 'port'], portCalls: false });
export const everybody: Caller = callerOf(all);

/** Two carriers with notices and schedules, and two partners that publish events. */
export const partners: Readonly<Record<string, TestPartner>> = {
  acme: { schedules: { vesselSchedules: [vesselScheduleWith()] } },
  bolt: { schedules: { vesselSchedules: [vesselScheduleWith({ call: { transportCallReference: 'REDCALL-9' } })] } },
  quay: {},
  port: {},
};

/** Who may see what was pushed. */
export type Reader = 'blue' | 'red' | 'none';

/** One object that a partner pushes. */
export interface Pushed {
  readonly partner: string;
  readonly path: PushPath;
  readonly object: object;
  /** The only tenant that may see it. */
  readonly reader: Reader;
}

/** An amount that occurs nowhere else. */
export const amount = 48_213.75;
const money = { currencyAmount: amount, currencyCode: 'EUR', chargeName: 'Handling' };
const visualization = { name: `invoice-${amount}.pdf`, content: Buffer.from(`%PDF ${amount}`).toString('base64') };
const moves = { carrierCode: 'MSK', loadUnits: { totalUnits: 7_731 } };

/** Number of units in a forecast. */
export const units = moves.loadUnits.totalUnits;

const identified = (...codes: readonly object[]) => [{ partyFunction: 'CN', identifyingCodes: codes }];

/** Creates a notice with amounts in all places. */
function noticeOf(reference: string, parties: readonly object[], more: Wire = {}): Wire {
  return noticeWith({
    transportDocumentReference: reference,
    documentParties: identified(...parties),
    charges: [{ ...money, unitPrice: String(amount) }],
    utilizedTransportEquipments: [{ equipment: { equipmentReference: 'LFDU4170012' }, charges: [money] }],
    consignmentItems: [{ cargoItems: [{ charges: [money] }] }],
    arrivalNoticeVisualization: visualization,
    ...more,
  });
}

const eventOf = (number: number, more: Wire = {}): object =>
  eventWith({ event: { eventID: `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c1${number}`, movesForecasts: [moves], ...more } }).wire as object;

const secondly = { issueDateTime: '2026-12-21T08:00:00Z' };
const redVoyage = { ...fullVoyage, vesselName: 'RED PEARL', vesselIMONumber: '9999993' };

function notice(reader: Reader, partner: string, object: Wire): Pushed {
  return { reader, partner, path: '/arrival-notices', object };
}

/** All pushes, in this order. */
export const pushes: readonly Pushed[] = [
  notice('blue', 'acme', noticeOf('BLUETD-1', [blueParty])),
  notice('none', 'acme', noticeOf('REDTD-1', [redParty], { voyage: redVoyage })),
  notice('red', 'bolt', noticeOf('REDTD-2', [redParty], { voyage: redVoyage })),
  notice('red', 'bolt', noticeOf('REDTD-3', [blueParty])),
  // No source knows the call of its ship.
  notice('red', 'bolt', noticeOf('REDTD-7', [redParty], { voyage: redVoyage, date: '2027-06-01' })),
  // Both are parties of the first version; the next one no longer names one of them.
  notice('none', 'acme', noticeOf('REDTD-4', [blueParty, redParty])),
  notice('none', 'acme', noticeOf('REDTD-4', [redParty], secondly)),
  // A version in between that one of the parties may not see.
  notice('blue', 'acme', noticeOf('BLUETD-5', [blueParty], { versionLabel: 'first' })),
  notice('none', 'acme', noticeOf('BLUETD-5', [redParty], { issueDateTime: '2026-12-20T09:00:00Z', versionLabel: 'REDVERSION' })),
  notice('blue', 'acme', noticeOf('BLUETD-5', [blueParty, { partyCode: 'X' }], { ...secondly, versionLabel: 'third' })),
  // Different content of the same version, which names other parties.
  notice('none', 'acme', noticeOf('BLUETD-5', [redParty], { ...secondly, versionLabel: 'REDCLASH' })),
  notice('none', 'acme', noticeWith({ transportDocumentReference: 'REDTD-6' })),
  ...['BLUETD-1', 'REDTD-1'].map(
    (transportDocumentReference): Pushed => ({
      // A notification names no parties.
      reader: 'none',
      partner: 'acme',
      path: '/arrival-notice-notifications',
      object: { transportDocumentReference, issueDateTime: '2026-12-20T08:00:00Z', equipmentReferences: ['REDU4170012'] },
    }),
  ),
  { reader: 'red', partner: 'bolt', path: '/arrival-notice-notifications', object: { transportDocumentReference: 'REDTD-2', ...secondly } },
  { reader: 'blue', partner: 'quay', path: '/events', object: eventOf(1) },
  { reader: 'none', partner: 'port', path: '/events', object: eventOf(2, { remark: 'REDREMARK' }) },
  { reader: 'blue', partner: 'quay', path: '/events', object: eventOf(3, { replyToEventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c12' }) },
];

/** Matches all strings that blue may not see. */
export const redWord = /\bRED/;
/** Matches all strings that red may not see. */
export const blueWord = /BLUETD|acme|quay/;

/** Pushes a part of the world. @param written converts an object before it is pushed; default: unchanged */
export async function pushTo(
  landfall: OpenLandfallFor,
  isPushed: (pushed: Pushed) => boolean,
  written: (object: object) => object = (object) => object,
): Promise<void> {
  for (const { partner, path, object } of pushes.filter(isPushed)) await landfall.push(partner, path, written(object));
}

/** Returns an object as if the partner itself had removed what a tenant may not see in its rows. */
export function withoutHidden(object: object): object {
  const hidden = ['charges', 'arrivalNoticeVisualization', 'movesForecasts'];
  return JSON.parse(JSON.stringify(object, (name, value) => (hidden.includes(name) ? undefined : value)));
}
