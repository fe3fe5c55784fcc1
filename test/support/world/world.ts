import { createRandom } from '@landfall/sandbox/random.ts';
import { eventsOf } from './events.ts';
import { createFleet, type WorldCarrier, type WorldShip } from './fleet.ts';
import { type Habits, habitsOf, publishingHabitsOf } from './habits.ts';
import { noticesOfWorld, type WrittenNotice } from './notices.ts';
import { settingsOf, type WorldOptions } from './options.ts';
import { sail, type WorldCall } from './sailing.ts';
import { pointToPointOf, portSchedulesOf, serviceScheduleOf, type Wire } from './schedules.ts';

/**
 * A simulated world of ships with known truth, and what partners state about it in the three standards. Everything in
 * it is plain JSON.
 */
export interface World {
  readonly seed: number;
  /** ISO date on which the partners are requested. */
  readonly day: string;
  /** Those that the caller may see. */
  readonly carriers: readonly WorldCarrier[];
  /** Whether there are partners that the caller may not see. */
  readonly hidesPartners: boolean;
  readonly ships: readonly WorldShip[];
  /** What really happens, in the order of the planned arrivals. */
  readonly calls: readonly WorldCall[];
  /** Ids of the partners that publish port call events: port authorities, and the operators themselves. */
  readonly eventPublishers: readonly string[];
  habitsOf(carrier: WorldCarrier): Habits;
  noticesOf(carrier: WorldCarrier): readonly WrittenNotice[];
  vesselSchedulesOf(carrier: WorldCarrier): readonly Wire[];
  portSchedulesOf(carrier: WorldCarrier): readonly Wire[];
  pointToPointOf(carrier: WorldCarrier): readonly Wire[];
  eventsOf(publisher: string): readonly Wire[];
  readonly truth: {
    /**
     * Returns the call that a notice, a `TransportCall`, a `Schedule`, an end of a leg or an event is about. Works for
     * the objects returned by the functions above, not for copies.
     */
    callOf(wire: object): WorldCall | undefined;
  };
}

/**
 * Creates a world. Equal seeds and options give equal worlds, and the statements of one partner do not depend on
 * whether others were requested before.
 */
export function createWorld(seed: number, options: WorldOptions = {}): World {
  const settings = settingsOf(seed, options);
  const { carriers, services } = createFleet(settings);
  const habits = habitsOf(carriers, settings);
  const reported = new WeakMap<object, WorldCall>();
  const remember = (wire: object, call: WorldCall) => reported.set(wire, call);
  const calls = services
    .flatMap((service, number) => sail(service, createRandom(`sailing ${seed} ${number}`), { settings, name: `w${seed}s${number}` }))
    .toSorted((left, right) => left.plannedArrivalMs - right.plannedArrivalMs);
  const byService = new Map(services.map((service) => [service, calls.filter((call) => call.service === service)]));
  const habitsOfCarrier = (carrier: WorldCarrier): Habits => {
    const held = habits.get(carrier);
    if (held === undefined) throw new Error(`${carrier.id} is not in this world`);
    return held;
  };
  const author = (what: string, carrier: WorldCarrier) => {
    const random = createRandom(`${what} ${seed} ${carrier.id}`);
    return { carrier, random, remember, settings, habits: habitsOfCarrier(carrier) };
  };
  const operators = new Set(services.map(({ partners: [operator] }) => operator.carrier.id));
  const ports = new Set(calls.map(({ port }) => authorityOf(port.UNLocationCode)));
  const isVisible = (id: string) => !settings.has('HIDDEN_PARTNERS') || createRandom(`visible ${seed} ${id}`).chance(0.8);
  return {
    seed,
    day: settings.day,
    carriers: carriers.filter(({ id }) => isVisible(id)),
    hidesPartners: settings.has('HIDDEN_PARTNERS'),
    ships: services.flatMap(({ ships }) => ships),
    calls,
    eventPublishers: [...ports, ...operators].filter(isVisible),
    habitsOf: habitsOfCarrier,
    vesselSchedulesOf: (carrier) => {
      const writing = author('vessel schedules', carrier);
      return services.flatMap((service) =>
        [serviceScheduleOf(service, byService.get(service) ?? [], writing)].filter((schedule) => schedule !== undefined),
      );
    },
    portSchedulesOf: (carrier) => portSchedulesOf(calls, author('port schedules', carrier)),
    pointToPointOf: (carrier) => {
      const writing = author('routes', carrier);
      return services.flatMap((service) => pointToPointOf(byService.get(service) ?? [], writing));
    },
    noticesOf: (carrier) => noticesOfWorld(calls, { carriers, author: author('notices', carrier) }),
    eventsOf: (publisher) => {
      const random = createRandom(`events ${seed} ${publisher}`);
      const writing = { id: publisher, random, remember, settings, habits: publishingHabitsOf(publisher, settings) };
      return calls
        .filter(({ port, service }) => authorityOf(port.UNLocationCode) === publisher || service.partners[0].carrier.id === publisher)
        .flatMap((call) => eventsOf(call, writing));
    },
    truth: { callOf: (wire) => reported.get(wire) },
  };
}

function authorityOf(UNLocationCode: string): string {
  return `port-${UNLocationCode.toLowerCase()}`;
}
