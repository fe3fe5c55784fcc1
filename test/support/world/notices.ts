import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import type { ServicePartner, WorldCarrier, WorldShip } from './fleet.ts';
import { believe, localDay, shipKnownAt, utcText } from './knowledge.ts';
import type { WorldSettings } from './options.ts';
import { dayMs, type WorldCall } from './sailing.ts';
import { type Author, carrierCodeOf, universal, type Wire } from './schedules.ts';
import { shuffled } from './shuffle.ts';
import { placeholder, universalVoyageReferenceOf, voyageNumberOf } from './voyage-numbers.ts';

/** How much a notice states, and what is wrong with it. */
export type NoticeKind =
  | 'COMPLETE'
  | 'PLAIN'
  | 'MINIMAL'
  | 'NO_VOYAGE'
  | 'WRONG_SHIP'
  | 'WRONG_VOYAGE'
  | 'SIDES_MIXED'
  | 'WRONG_DATE'
  | 'NO_PORT_CODE'
  | 'PLACEHOLDER'
  | 'ROLLED';

/** Kinds without errors, by their frequency. */
const soundKinds: readonly [NoticeKind, ...NoticeKind[]] = [
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
];
const wrongKinds: readonly [NoticeKind, ...NoticeKind[]] = ['WRONG_SHIP', 'WRONG_VOYAGE', 'SIDES_MIXED', 'WRONG_DATE', 'NO_PORT_CODE'];

/** A notice and how it was written. */
export interface WrittenNotice {
  readonly notice: Wire;
  /** Its earlier versions, the newest first. */
  readonly earlier: readonly Wire[];
  readonly kind: NoticeKind;
}

/** Notices are about calls within this number of days before and after the present. */
const noticeDays = 9;

/** Creates the notices of one carrier: its share of all notices, each about one of the calls near the present. */
export function noticesOfWorld(
  calls: readonly WorldCall[],
  { carriers, author }: { readonly carriers: readonly WorldCarrier[]; readonly author: Author },
): readonly WrittenNotice[] {
  const { nowMs, notices } = author.settings;
  const near = calls.flatMap((call) => {
    const partner = call.service.partners.find(({ carrier }) => carrier === author.carrier);
    return partner !== undefined && !call.isPassage && Math.abs(call.plannedArrivalMs - nowMs) < noticeDays * dayMs
      ? [{ call, partner }]
      : [];
  });
  const place = carriers.indexOf(author.carrier);
  const count = Math.floor((notices + place) / carriers.length);
  const chosen = shuffled(near, author.random);
  return Array.from({ length: count }, (_, number) => {
    // There may be more notices than calls, that is, several documents for one call.
    const { call, partner } = chosen[number % chosen.length] as (typeof chosen)[number];
    const fleet = calls.filter(({ service }) => service === call.service);
    return noticeOf(call, partner, { ...author, fleet, number });
  });
}

/**
 * Creates one carrier's notice of cargo that is discharged at a call, Arrival Notice 1.0.1, with as few or as many
 * attributes as real carriers send. It is issued some days before or after the arrival and contains what was known
 * then, including the ship.
 *
 * @param fleet other calls of the service, used for errors
 */
function noticeOf(
  call: WorldCall,
  partner: ServicePartner,
  author: Author & { readonly fleet: readonly WorldCall[]; readonly number: number },
): WrittenNotice {
  const { random, remember, carrier, fleet, number, settings } = author;
  const kind = kindOf(author);
  const [{ arrivalMs, terminal }] = call.terminalCalls;
  const issuedMs = Math.min(settings.nowMs, arrivalMs - random.integer(-1, 10) * dayMs);
  const believed = believe(call, random, issuedMs);
  const wrongDays = kind === 'WRONG_DATE' ? random.pick([-16, -12, 12, 16]) : 0;
  const arrivalDate = {
    value: localDay(rolledFrom(kind, call, fleet).plannedArrivalMs + believed.shiftMs + wrongDays * dayMs, call.port.timeZone),
    classifier: believed.classifier,
  };
  const facility = { facilityCode: terminal.SMDG, facilityCodeListProvider: 'SMDG' };
  const notice = {
    issueDateTime: utcText(issuedMs),
    transportDocumentReference: `${carrier.SMDG}${number}`,
    ...(random.chance(0.1) ? {} : carrierCodeOf(carrier, author)),
    transport: {
      portOfDischarge:
        kind === 'NO_PORT_CODE'
          ? { facility }
          : {
              UNLocationCode: random.chance(0.95) ? call.port.UNLocationCode : call.port.UNLocationCode.toLowerCase(),
              ...(random.chance(0.4) ? { facility } : {}),
            },
      portOfDischargeArrivalDate: arrivalDate,
      legs: legsOf(call, { vesselVoyage: vesselVoyageOf(call, partner, { kind, random, fleet, settings, issuedMs }), random, settings }),
    },
  };
  remember(notice, call);
  return { notice, kind, earlier: earlierVersionsOf(notice, { call, issuedMs, author }) };
}

/**
 * Returns earlier versions of a notice: what the carrier believed days before, or, if its cargo was rolled to a later call on
 * the voyage, the day of the earlier one.
 */
function earlierVersionsOf(
  notice: Wire,
  { call, issuedMs, author }: { readonly call: WorldCall; readonly issuedMs: number; readonly author: Parameters<typeof noticeOf>[2] },
): readonly Wire[] {
  const { settings, carrier, fleet, number } = author;
  // Its own, so that the other statements of a world are the same without these.
  const random = createRandom(`moved notice ${settings.seed} ${carrier.id} ${number}`);
  if (!settings.has('MOVED_NOTICES') || random.chance(0.4)) return [];
  const isBefore = ({ ship, port, importVoyage, plannedArrivalMs }: WorldCall) =>
    ship === call.ship && port === call.port && importVoyage === call.importVoyage && plannedArrivalMs < call.plannedArrivalMs;
  const before = random.chance(0.3) ? fleet.findLast(isBefore) : undefined;
  return [2, 4, 8].map((days) => {
    const atMs = issuedMs - days * dayMs;
    const announced = before !== undefined && days > 2 ? before : call;
    const { shiftMs } = believe(announced, random, atMs);
    const value = localDay(announced.plannedArrivalMs + shiftMs, call.port.timeZone);
    const transport = { ...(notice['transport'] as Wire), portOfDischargeArrivalDate: { value, classifier: 'EST' } };
    return { ...notice, issueDateTime: utcText(atMs), transport };
  });
}

function kindOf({ random, settings }: Pick<Author, 'random' | 'settings'>): NoticeKind {
  if (settings.has('PLACEHOLDERS') && random.chance(0.03)) return 'PLACEHOLDER';
  if (settings.has('ROLLED_CARGO') && random.chance(0.05)) return 'ROLLED';
  return settings.has('NOTICE_ERRORS') && random.chance(0.3) ? random.pick(wrongKinds) : random.pick(soundKinds);
}

/** Returns the call whose day a notice of rolled cargo still has: the last one of the service at the port, days before. */
function rolledFrom(kind: NoticeKind, call: WorldCall, fleet: readonly WorldCall[]): WorldCall {
  const isBefore = ({ port, plannedArrivalMs }: WorldCall) => port === call.port && plannedArrivalMs < call.plannedArrivalMs - 2 * dayMs;
  return (kind === 'ROLLED' ? fleet.findLast(isBefore) : undefined) ?? call;
}

interface Writing {
  readonly kind: NoticeKind;
  readonly random: Random;
  readonly fleet: readonly WorldCall[];
  readonly settings: WorldSettings;
  readonly issuedMs: number;
}

function vesselVoyageOf(call: WorldCall, partner: ServicePartner, { kind, random, fleet, settings, issuedMs }: Writing): Wire {
  const ship = kind === 'WRONG_SHIP' ? otherShipOf(call, fleet) : shipKnownAt(call, issuedMs);
  const imported = kind === 'WRONG_VOYAGE' ? earlierVoyageOf(call, random) : kind === 'SIDES_MIXED' ? call.exportVoyage : call.importVoyage;
  const turns = call.service.rotation.turns.length;
  const number = kind === 'PLACEHOLDER' ? placeholder : voyageNumberOf(partner, imported, turns, settings);
  if (kind === 'MINIMAL') return { vesselName: ` ${ship.name.toUpperCase()}`, carrierImportVoyageNumber: number };
  const identity = {
    vesselIMONumber: random.chance(0.9) ? ship.vesselIMONumber : ` ${ship.vesselIMONumber}`,
    vesselName: `MV ${ship.name}`,
  };
  if (kind === 'NO_VOYAGE') return identity;
  const voyage = { ...identity, carrierImportVoyageNumber: random.chance(0.9) ? number : number.toLowerCase() };
  if (kind === 'PLAIN' || kind === 'PLACEHOLDER') return voyage;
  // The standard does not define to which end of the leg the export number belongs.
  const exported = random.chance(0.5) ? call.exportVoyage : call.importVoyage;
  return {
    ...voyage,
    carrierServiceCode: partner.carrierServiceCode,
    ...(random.chance(0.5) ? { carrierExportVoyageNumber: voyageNumberOf(partner, exported, turns, settings) } : {}),
    ...universal(call.service, random, {
      universalServiceReference: call.service.universalServiceReference,
      universalImportVoyageReference: universalVoyageReferenceOf(imported),
    }),
  };
}

function otherShipOf(call: WorldCall, fleet: readonly WorldCall[]): WorldShip {
  return fleet.find(({ ship }) => ship !== call.ship)?.ship ?? call.ship;
}

/** Returns the number of the previous round, left over from an older notice, or one that no call near in time has. */
function earlierVoyageOf({ importVoyage, service }: WorldCall, random: Random): WorldCall['importVoyage'] {
  const { departuresPerRound, roundDays } = service;
  const rounds = random.chance(0.5) ? 1 : Math.ceil(60 / roundDays);
  return {
    ...importVoyage,
    departure: importVoyage.departure - rounds * departuresPerRound,
    beginsMs: importVoyage.beginsMs - rounds * roundDays * dayMs,
  };
}

function legsOf(
  call: WorldCall,
  { vesselVoyage, random, settings }: { vesselVoyage: Wire; random: Random; settings: WorldSettings },
): readonly Wire[] {
  const { UNLocationCode } = call.port;
  if (settings.has('HALF_LOCATED_LEGS') && random.chance(0.3)) {
    const elsewhere = call.service.rotation.stops.find(({ port }) => port !== call.port)?.port;
    const feeder = { vesselName: 'FEEDER ONE', carrierImportVoyageNumber: '001R' };
    const ending = { dischargeLocation: { UNLocationCode: elsewhere?.UNLocationCode }, vesselVoyage: feeder };
    return shuffled([{ vesselVoyage }, ending], random);
  }
  const sea = {
    ...(random.chance(0.5) ? { modeOfTransport: 'VESSEL' } : {}),
    ...(random.chance(0.6) ? { dischargeLocation: { UNLocationCode } } : {}),
    vesselVoyage,
  };
  switch (random.integer(0, 3)) {
    case 0: {
      // A preceding feeder leg, identified by its ship only, so that only place or order distinguish the legs.
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
