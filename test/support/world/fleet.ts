import { imoNumberOf } from '@landfall/sandbox/check-digits.ts';
import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import { type Rotation, rotations } from './geography.ts';
import type { WorldSettings } from './options.ts';
import { shuffled } from './shuffle.ts';

/** A carrier of the simulated world, which is also a partner. */
export interface WorldCarrier {
  /** Id of the partner. */
  readonly id: string;
  readonly SMDG: string;
  readonly NMFTA: string;
}

export interface WorldShip {
  readonly vesselIMONumber: string;
  readonly name: string;
  readonly callSign: string;
}

/** How one carrier names a shared service and its voyages. */
export interface ServicePartner {
  readonly carrier: WorldCarrier;
  readonly carrierServiceCode: string;
  /**
   * Week numbers are the same in all services of a carrier; counted numbers increase with every voyage of the service.
   */
  readonly numbering: { readonly kind: 'WEEK' } | { readonly kind: 'COUNT'; readonly first: number };
  /** Whether only its own schedules list the service. */
  readonly isCodeshare: boolean;
}

/** A service, whose first partner operates the ships. */
export interface WorldService {
  readonly rotation: Rotation;
  readonly universalServiceReference: string;
  /** Whether its partners use universal references. */
  readonly isUniversal: boolean;
  readonly partners: readonly [ServicePartner, ...ServicePartner[]];
  readonly ships: readonly WorldShip[];
  /** Days of a round, including idle ones. */
  readonly roundDays: number;
  /** Number of departures of the service during a round of one ship. */
  readonly departuresPerRound: number;
}

/** Both codes of each company, as partner files list them. Some codes are another carrier's in the other list. */
const carriers: readonly [WorldCarrier, ...WorldCarrier[]] = [
  { id: 'aurora', SMDG: 'AUR', NMFTA: 'AURL' },
  { id: 'borealis', SMDG: 'BOR', NMFTA: 'BRLS' },
  { id: 'cygnus', SMDG: 'CYG', NMFTA: 'AUR' },
  { id: 'delphin', SMDG: 'DLP', NMFTA: 'DLPH' },
  { id: 'errant', SMDG: 'BRLS', NMFTA: 'ERRA' },
  { id: 'fulmar', SMDG: 'FUL', NMFTA: 'FLMR' },
  { id: 'gannet', SMDG: 'GAN', NMFTA: 'GNNT' },
  { id: 'halcyon', SMDG: 'HAL', NMFTA: 'FUL' },
  { id: 'isobar', SMDG: 'ISO', NMFTA: 'ISBR' },
  { id: 'jetstream', SMDG: 'GNNT', NMFTA: 'JETS' },
];

/** Creates the carriers, and their services with ships that follow one another. */
export function createFleet(settings: WorldSettings): {
  readonly carriers: readonly WorldCarrier[];
  readonly services: readonly WorldService[];
} {
  const random = createRandom(`fleet ${settings.seed}`);
  const inTurn = shuffled(carriers, random);
  const sailed = rotationsOf(settings, random);
  const count = random.integer(8, 10);
  // Each carrier operates a service or has a share in one.
  let next = count;
  const shareOf = (operator: WorldCarrier, place: number): readonly WorldCarrier[] => {
    const size = Math.max(place < inTurn.length - count ? 1 : 0, random.integer(0, 2));
    const others: WorldCarrier[] = [];
    while (others.length < size) {
      const other = inTurn[next % inTurn.length];
      next += 1;
      if (other !== undefined && other !== operator && !others.includes(other)) others.push(other);
    }
    return others;
  };
  const services = inTurn.slice(0, count).flatMap((operator, number) => {
    const rotation = sailed[number % sailed.length];
    if (rotation === undefined) return [];
    const sharing = shareOf(operator, number);
    const codeshare = settings.has('CODESHARES') && random.chance(0.4) ? inTurn.at(-1 - number) : undefined;
    const isNew = codeshare !== undefined && codeshare !== operator && !sharing.includes(codeshare);
    return [createService({ settings, random, number, rotation }, { operator, sharing, codeshare: isNew ? codeshare : undefined })];
  });
  return { carriers, services };
}

/**
 * Selects so few rotations that several services meet in the same ports; each enabled difficulty has at least one
 * rotation.
 */
function rotationsOf({ has }: WorldSettings, random: Random): readonly Rotation[] {
  const possible = shuffled(
    rotations.filter(({ troubles }) => troubles.every(has)),
    random,
  );
  const shuttles = possible.filter(({ troubles }) => troubles.includes('TWICE_A_WEEK'));
  const doubles = possible.filter(({ troubles }) => troubles.includes('TWO_CALLS_A_VOYAGE'));
  const others = possible.filter((rotation) => !shuttles.includes(rotation) && !doubles.includes(rotation));
  return [...shuttles.slice(0, 2), ...doubles.slice(0, 1), ...others.slice(0, shuttles.length > 0 ? 2 : 4)];
}

interface ServiceParts {
  readonly settings: WorldSettings;
  readonly random: Random;
  readonly number: number;
  readonly rotation: Rotation;
}

interface Sharing {
  readonly operator: WorldCarrier;
  readonly sharing: readonly WorldCarrier[];
  readonly codeshare: WorldCarrier | undefined;
}

function createService(parts: ServiceParts, { operator, sharing, codeshare }: Sharing): WorldService {
  const { settings, random, number, rotation } = parts;
  const days = rotation.stops.reduce((total, stop) => total + stop.sailingDays + stop.stayHours / 24, 0);
  const roundDays = days <= 3.5 ? 3.5 : Math.ceil(days / 7) * 7;
  const shipCount = random.integer(Math.min(2, Math.ceil(roundDays / 7)), Math.min(4, Math.ceil(roundDays / 7) + 1));
  const departuresPerRound = Math.max(shipCount, Math.round(roundDays / 7));
  const first = random.integer(400, 800);
  const isCounted = settings.has('COUNTERS') && random.chance(0.7);
  const partnerOf = (carrier: WorldCarrier, place: number, isCodeshare: boolean): ServicePartner => {
    // Either one partner's number of a voyage is another's number of the next round, or no number is given to two
    // voyages of a ship.
    const moved = isCounted ? -departuresPerRound * rotation.turns.length * Math.min(place, 1) : Math.min(place, 1);
    const isWeek = !isCounted && random.chance(0.5);
    return {
      carrier,
      carrierServiceCode: `${carrier.SMDG}${number}`,
      numbering: isWeek ? { kind: 'WEEK' } : { kind: 'COUNT', first: first + (isCodeshare ? -300 : moved) },
      isCodeshare,
    };
  };
  return {
    rotation,
    universalServiceReference: `SR${String(10_000 + random.integer(0, 80_000))}${random.pick(['A', 'B', 'C'])}`,
    isUniversal: random.chance(0.7),
    partners: [
      partnerOf(operator, 0, false),
      ...sharing.map((carrier, place) => partnerOf(carrier, place + 1, false)),
      ...(codeshare === undefined ? [] : [partnerOf(codeshare, 1, true)]),
    ],
    ships: Array.from({ length: shipCount }, (_, place) => shipOf(random, number * 10 + place)),
    roundDays,
    departuresPerRound,
  };
}

function shipOf(random: Random, number: number): WorldShip {
  const stem = 310_000 + random.integer(0, 5_000) * 100 + number;
  return {
    vesselIMONumber: imoNumberOf(stem),
    name: `${random.pick(shipNames)} ${String(number).padStart(2, '0')}`,
    callSign: `9V${String(stem % 10_000).padStart(4, '0')}`,
  };
}

const shipNames = ['Coral Heron', 'Polar Tern', 'Atlantic Finch', 'Ever Patient', 'Western Lark'] as const;
