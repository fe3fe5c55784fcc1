import type { Random } from '../../../partners/sandbox/random.ts';
import type { ServicePartner, WorldShip } from './fleet.ts';
import { believe, localDay, utcText } from './knowledge.ts';
import { dayMs, universalVoyageReferenceOf, voyageNumberOf, type WorldCall } from './sailing.ts';
import { type Author, universal, type Wire } from './schedules.ts';

/** How much a notice says, and what is wrong with it. */
export type NoticeKind =
  | 'COMPLETE'
  | 'PLAIN'
  | 'MINIMAL'
  | 'NO_VOYAGE'
  | 'WRONG_SHIP'
  | 'WRONG_VOYAGE'
  | 'SIDES_MIXED'
  | 'WRONG_DATE'
  | 'NO_PORT_CODE';

/** Kinds by how often they occur. */
const kinds: readonly [NoticeKind, ...NoticeKind[]] = [
  'COMPLETE',
  'COMPLETE',
  'COMPLETE',
  'COMPLETE',
  'PLAIN',
  'PLAIN',
  'PLAIN',
  'PLAIN',
  'MINIMAL',
  'MINIMAL',
  'NO_VOYAGE',
  'WRONG_SHIP',
  'WRONG_VOYAGE',
  'SIDES_MIXED',
  'WRONG_DATE',
  'NO_PORT_CODE',
];

/** A notice and what was done to it. */
export interface WrittenNotice {
  readonly notice: Wire;
  readonly kind: NoticeKind;
}

/**
 * Writes one carrier's notice of cargo that leaves the ship at a call: Arrival Notice 1.0.1, with as little or as much
 * as carriers send. It was issued some days before or after the arrival and knows what was known then, the ship included.
 *
 * @param fleet other calls of the service, to be wrong with
 */
export function noticeOf(
  call: WorldCall,
  partner: ServicePartner,
  { random, remember, carrier, fleet, number }: Author & { readonly fleet: readonly WorldCall[]; readonly number: number },
): WrittenNotice {
  const kind = random.pick(kinds);
  const [{ arrivalMs, terminal }] = call.terminalCalls;
  const issuedMs = arrivalMs - random.integer(-1, 10) * dayMs;
  const believed = believe(call, random, issuedMs);
  const wrongDays = kind === 'WRONG_DATE' ? random.pick([-16, -12, 12, 16]) : 0;
  const arrivalDate = {
    value: localDay(call.plannedArrivalMs + believed.shiftMs + wrongDays * dayMs, call.port.timeZone),
    classifier: believed.classifier,
  };
  const facility = { facilityCode: terminal.SMDG, facilityCodeListProvider: 'SMDG' };
  const notice = {
    issueDateTime: utcText(issuedMs),
    transportDocumentReference: `${carrier.SMDG}${number}`,
    ...carrierCodeOf(carrier, random),
    transport: {
      portOfDischarge:
        kind === 'NO_PORT_CODE'
          ? { facility }
          : {
              UNLocationCode: random.chance(0.95) ? call.port.UNLocationCode : call.port.UNLocationCode.toLowerCase(),
              ...(random.chance(0.4) ? { facility } : {}),
            },
      portOfDischargeArrivalDate: arrivalDate,
      legs: legsOf(call, { vesselVoyage: vesselVoyageOf(call, partner, { kind, random, fleet }), random }),
    },
  };
  remember(notice, call);
  return { notice, kind };
}

function carrierCodeOf({ SMDG, NMFTA }: Author['carrier'], random: Random): Wire {
  if (random.chance(0.1)) return {};
  return random.chance(0.5)
    ? { carrierCode: SMDG, carrierCodeListProvider: 'SMDG' }
    : { carrierCode: NMFTA, carrierCodeListProvider: 'NMFTA' };
}

interface Writing {
  readonly kind: NoticeKind;
  readonly random: Random;
  readonly fleet: readonly WorldCall[];
}

function vesselVoyageOf(call: WorldCall, partner: ServicePartner, { kind, random, fleet }: Writing): Wire {
  const ship = kind === 'WRONG_SHIP' ? otherShipOf(call, fleet) : shipAsKnown(call, random);
  const imported = kind === 'WRONG_VOYAGE' ? earlierVoyageOf(call) : kind === 'SIDES_MIXED' ? call.exportVoyage : call.importVoyage;
  const number = voyageNumberOf(partner, imported);
  if (kind === 'MINIMAL') return { vesselName: ` ${ship.name.toUpperCase()}`, carrierImportVoyageNumber: number };
  const identity = {
    vesselIMONumber: random.chance(0.9) ? ship.vesselIMONumber : ` ${ship.vesselIMONumber}`,
    vesselName: `MV ${ship.name}`,
  };
  if (kind === 'NO_VOYAGE') return identity;
  const voyage = { ...identity, carrierImportVoyageNumber: random.chance(0.9) ? number : number.toLowerCase() };
  if (kind === 'PLAIN') return voyage;
  // Nobody says to which end of the leg the export number belongs.
  const exported = random.chance(0.5) ? call.exportVoyage : call.importVoyage;
  return {
    ...voyage,
    carrierServiceCode: partner.carrierServiceCode,
    ...(random.chance(0.5) ? { carrierExportVoyageNumber: voyageNumberOf(partner, exported) } : {}),
    ...universal(call.service, random, {
      universalServiceReference: call.service.universalServiceReference,
      universalImportVoyageReference: universalVoyageReferenceOf(imported),
    }),
  };
}

/** After a swap notices may still name the ship that was to come. */
function shipAsKnown(call: WorldCall, random: Random): WorldShip {
  return random.chance(0.5) ? call.plannedShip : call.ship;
}

function otherShipOf(call: WorldCall, fleet: readonly WorldCall[]): WorldShip {
  return fleet.find(({ ship }) => ship !== call.ship)?.ship ?? call.ship;
}

/** The number that the sender did not count on: a round or more ago. */
function earlierVoyageOf({ importVoyage, service }: WorldCall): WorldCall['importVoyage'] {
  return { ...importVoyage, departure: importVoyage.departure - 6 * service.ships.length };
}

function legsOf(call: WorldCall, { vesselVoyage, random }: { vesselVoyage: Wire; random: Random }): readonly Wire[] {
  const { UNLocationCode } = call.port;
  const sea = {
    ...(random.chance(0.5) ? { modeOfTransport: 'VESSEL' } : {}),
    ...(random.chance(0.6) ? { dischargeLocation: { UNLocationCode } } : {}),
    vesselVoyage,
  };
  switch (random.integer(0, 3)) {
    case 0: {
      // A feeder before, named by its ship only, so that only place or order tells the legs apart.
      const feeder = { modeOfTransport: 'VESSEL', vesselVoyage: { vesselName: 'FEEDER ONE', carrierImportVoyageNumber: '001R' } };
      return [
        { ...feeder, transportPlanStageSequenceNumber: 1 },
        { ...sea, transportPlanStageSequenceNumber: 2 },
      ];
    }
    case 1:
      return [sea, { modeOfTransport: 'TRUCK', loadLocation: { UNLocationCode } }];
    default:
      return [sea];
  }
}
