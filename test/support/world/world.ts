import { createRandom } from '../../../partners/sandbox/random.ts';
import { eventsOf } from './events.ts';
import { createFleet, type WorldCarrier, type WorldShip } from './fleet.ts';
import { noticeOf, type WrittenNotice } from './notices.ts';
import { dayMs, sail, type WorldCall, worldNowMs } from './sailing.ts';
import { pointToPointOf, portSchedulesOf, serviceScheduleOf, type Wire } from './schedules.ts';

/** A world of ships with known truth, as partners tell of it in the three standards. Everything in it is plain JSON. */
export interface World {
  readonly carriers: readonly WorldCarrier[];
  readonly ships: readonly WorldShip[];
  /** What really happens, in order of the planned arrival. */
  readonly calls: readonly WorldCall[];
  /** Ids of the partners that publish port call events: port authorities, and the operators themselves. */
  readonly eventPublishers: readonly string[];
  noticesOf(carrier: WorldCarrier): readonly WrittenNotice[];
  vesselSchedulesOf(carrier: WorldCarrier): readonly Wire[];
  portSchedulesOf(carrier: WorldCarrier): readonly Wire[];
  pointToPointOf(carrier: WorldCarrier): readonly Wire[];
  eventsOf(publisher: string): readonly Wire[];
  readonly truth: {
    /**
     * The call of which a notice, a `TransportCall`, a `Schedule`, an end of a leg or an event speaks: the very objects
     * that the functions above gave, not copies.
     */
    callOf(wire: object): WorldCall | undefined;
  };
}

/**
 * Makes a world. The same seed gives the same world, and what one partner says does not depend on whether others were
 * asked before.
 */
export function createWorld(seed: number): World {
  const { carriers, services } = createFleet(createRandom(`fleet ${seed}`));
  const told = new WeakMap<object, WorldCall>();
  const remember = (wire: object, call: WorldCall) => told.set(wire, call);
  const calls = services
    .flatMap((service, number) => sail(service, createRandom(`sailing ${seed} ${number}`), `w${seed}s${number}`))
    .filter(({ plannedArrivalMs }) => Math.abs(plannedArrivalMs - worldNowMs) < 21 * dayMs)
    .toSorted((left, right) => left.plannedArrivalMs - right.plannedArrivalMs);
  const author = (what: string, carrier: WorldCarrier) => ({ carrier, random: createRandom(`${what} ${seed} ${carrier.id}`), remember });
  const operators = new Set(services.map(({ partners: [operator] }) => operator.carrier.id));
  const ports = new Set(calls.map(({ port }) => authorityOf(port.UNLocationCode)));
  return {
    carriers,
    ships: services.flatMap(({ ships }) => ships),
    calls,
    eventPublishers: [...ports, ...operators],
    vesselSchedulesOf: (carrier) => {
      const writing = author('vessel schedules', carrier);
      return services.flatMap((service) =>
        [serviceScheduleOf(service, callsOf(calls, service), writing)].filter((schedule) => schedule !== undefined),
      );
    },
    portSchedulesOf: (carrier) => portSchedulesOf(calls, author('port schedules', carrier)),
    pointToPointOf: (carrier) => services.flatMap((service) => pointToPointOf(callsOf(calls, service), author('routes', carrier))),
    noticesOf: (carrier) => {
      const writing = author('notices', carrier);
      const near = calls.filter(({ plannedArrivalMs }) => Math.abs(plannedArrivalMs - worldNowMs) < 9 * dayMs);
      return near.flatMap((call, number) => {
        const partner = call.service.partners.find((servicePartner) => servicePartner.carrier === carrier);
        if (partner === undefined || !writing.random.chance(0.5)) return [];
        return [noticeOf(call, partner, { ...writing, fleet: callsOf(calls, call.service), number })];
      });
    },
    eventsOf: (publisher) => {
      const random = createRandom(`events ${seed} ${publisher}`);
      return calls
        .filter(({ port, service }) => authorityOf(port.UNLocationCode) === publisher || service.partners[0].carrier.id === publisher)
        .flatMap((call) => eventsOf(call, { id: publisher, random, remember }));
    },
    truth: { callOf: (wire) => told.get(wire) },
  };
}

function callsOf(calls: readonly WorldCall[], service: WorldCall['service']): readonly WorldCall[] {
  return calls.filter((call) => call.service === service);
}

function authorityOf(UNLocationCode: string): string {
  return `port-${UNLocationCode.toLowerCase()}`;
}
