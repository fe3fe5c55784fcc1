import { openPartners, type TestPartner, type TestPartners } from './partners.ts';
import type { Schedules } from './producer-answers.ts';
import type { WorldCarrier } from './world/fleet.ts';
import type { WorldOptions } from './world/options.ts';
import { createWorld, type World } from './world/world.ts';

/** Carriers and port authorities of a simulated world that answer and push like real ones. */
export interface WorldPartners extends TestPartners {
  readonly world: World;
  /** Pushes every notice and every event, each as its partner. */
  pushAll(url: string): Promise<void>;
}

/** Starts the partners of the world of this seed. */
export async function openWorldPartners(seed: number, options: WorldOptions = {}): Promise<WorldPartners> {
  return openPartnersOf(createWorld(seed, options));
}

/** Starts the partners of a world. */
async function openPartnersOf(world: World): Promise<WorldPartners> {
  const publishers = world.eventPublishers.map((id): [string, TestPartner] => [id, {}]);
  const carriers = world.carriers.map((carrier): [string, TestPartner] => [
    carrier.id,
    {
      carriers: [
        { carrierCode: carrier.SMDG, carrierCodeListProvider: 'SMDG' },
        { carrierCode: carrier.NMFTA, carrierCodeListProvider: 'NMFTA' },
      ],
      schedules: schedulesOf(world, carrier),
      habits: world.habitsOf(carrier).producer,
      // Limits are high, because the number of requests is measured, not how long a client waits between them.
      lines: ['limits: { requestsPerSecond: 1000, concurrency: 8 }'],
    },
  ]);
  // Operators also publish events; the entry of the carrier takes precedence.
  const partners = await openPartners(Object.fromEntries([...publishers, ...carriers]));
  return {
    ...partners,
    world,
    pushAll: async (url) => {
      for (const carrier of world.carriers) {
        await partners.push(url, carrier.id, {
          arrivalNotices: world.noticesOf(carrier).flatMap(({ notice, earlier }) => [notice, ...earlier]),
        });
      }
      for (const id of world.eventPublishers) await partners.push(url, id, { events: world.eventsOf(id) });
    },
  };
}

/** Returns all rows of a carrier of a world as a Producer. */
export function schedulesOf(world: World, carrier: WorldCarrier): Schedules {
  return {
    vesselSchedules: world.vesselSchedulesOf(carrier),
    portSchedules: world.portSchedulesOf(carrier),
    routes: world.pointToPointOf(carrier),
  };
}
