import { imoNumberOf } from '../../../partners/sandbox/check-digits.ts';
import type { Random } from '../../../partners/sandbox/random.ts';
import { type Rotation, rotations } from './geography.ts';

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

/** How one carrier of a shared service names it and its voyages. */
export interface ServicePartner {
  readonly carrier: WorldCarrier;
  readonly carrierServiceCode: string;
  /**
   * Week numbers are the same in all services of a carrier; counted ones are the operator's, moved by one. Two partners
   * never give one number to two voyages of one ship a week apart: an event, which names no carrier, could not be told
   * from the other voyage's.
   */
  readonly numbering: { readonly kind: 'WEEK' } | { readonly kind: 'COUNT'; readonly first: number };
}

/** A service: its first partner operates the ships. */
export interface WorldService {
  readonly rotation: Rotation;
  readonly universalServiceReference: string;
  /** Whether its partners use universal references at all. */
  readonly isUniversal: boolean;
  readonly partners: readonly [ServicePartner, ...ServicePartner[]];
  readonly ships: readonly WorldShip[];
}

/** Both codes of each company, as partner files list them. Some texts are another carrier's in the other list. */
const carriers: readonly WorldCarrier[] = [
  { id: 'aurora', SMDG: 'AUR', NMFTA: 'AURL' },
  { id: 'borealis', SMDG: 'BOR', NMFTA: 'BRLS' },
  { id: 'cygnus', SMDG: 'CYG', NMFTA: 'AUR' },
  { id: 'delphin', SMDG: 'DLP', NMFTA: 'DLPH' },
  { id: 'errant', SMDG: 'BRLS', NMFTA: 'ERRA' },
];

/** Makes the carriers, and their services with ships one week apart. */
export function createFleet(random: Random): { readonly carriers: readonly WorldCarrier[]; readonly services: readonly WorldService[] } {
  const first = random.integer(0, rotations.length - 1);
  const services = [0, 1, 2].map((number) =>
    createService(random, { number, rotation: rotations[(first + number * 2) % rotations.length] }),
  );
  return { carriers, services: services.filter((service) => service !== undefined) };
}

function createService(random: Random, { number, rotation }: { number: number; rotation: Rotation | undefined }): WorldService | undefined {
  const start = random.integer(0, carriers.length - 1);
  const size = random.integer(1, 3);
  const firstCount = random.integer(100, 800);
  const partners = carriers
    .map((_, place) => carriers[(start + place) % carriers.length])
    .filter((carrier) => carrier !== undefined)
    .slice(0, size)
    .map(
      (carrier, place): ServicePartner => ({
        carrier,
        carrierServiceCode: `${carrier.SMDG}${number}`,
        numbering: random.chance(0.5) ? { kind: 'WEEK' } : { kind: 'COUNT', first: firstCount + Math.min(place, 1) },
      }),
    );
  const [operator, ...others] = partners;
  if (rotation === undefined || operator === undefined) return undefined;
  const ships = [0, 1].map((place): WorldShip => {
    const stem = 310_000 + random.integer(0, 6_000) * 10 + number * 3 + place;
    return { vesselIMONumber: imoNumberOf(stem), name: `${random.pick(shipNames)} ${number}${place}`, callSign: `9V${stem % 10_000}` };
  });
  return {
    rotation,
    universalServiceReference: `SR${String(10_000 + random.integer(0, 80_000))}${random.pick(['A', 'B', 'C'])}`,
    isUniversal: random.chance(0.7),
    partners: [operator, ...others],
    ships,
  };
}

const shipNames = ['Coral Heron', 'Polar Tern', 'Atlantic Finch', 'Ever Patient', 'Western Lark'] as const;
