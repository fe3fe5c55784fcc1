import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Delivery, deliver, deliveryOf, spelled } from '../../support/deliveries.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { casesOf } from '../../support/random-cases.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { createEventSubscriber } from '../../support/subscriber.ts';
import { uuidOf } from '../../support/uuid.ts';

interface Version {
  /** Number of the event; undefined is an event without `eventID`. */
  readonly event: number | undefined;
  /** Minute of the last change, different for each version of an event. */
  readonly minute: number;
  /** Offset in minutes in which the instant is written. */
  readonly offset: number;
  readonly classifier: string;
  readonly isCanceled: boolean;
}

const version = fc.record({
  event: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
  minute: fc.nat({ max: 20 }),
  offset: fc.constantFrom(0, 60, -330, 765),
  classifier: fc.constantFrom('EST', 'PLN'),
  isCanceled: fc.boolean(),
});
const versions = fc.uniqueArray(version, { minLength: 1, maxLength: 12, selector: ({ event, minute }) => `${event} ${minute}` });
const scenario = versions.chain((all) => fc.tuple(fc.constant(all), deliveryOf(all), deliveryOf(all)));

/** Every run uses a different port call, so that one Landfall serves all runs. */
let run = 0;

/** In every call the ids sort like the numbers, because the order of ids decides between equal times. */
function idOf(portCallID: string, event: number): string {
  return `${event}${portCallID.slice(1)}`;
}

function eventOf(portCallID: string, { event, minute, offset, classifier, isCanceled }: Version): object {
  return {
    ...(event === undefined ? {} : { eventID: idOf(portCallID, event) }),
    eventUpdatedDateTime: spelled(Date.UTC(2026, 11, 20, 7, minute), offset),
    portCall: { portCallID },
    portCallService: { portCallServiceID: uuidOf(`${event}`), ...(isCanceled ? { isCanceled } : {}) },
    timestamp: { classifierCode: classifier, serviceDateTime: new Date(Date.UTC(2026, 11, 28, 0, minute)).toISOString() },
  };
}

async function push(landfall: OpenLandfall, portCallID: string, delivery: Delivery<Version>): Promise<void> {
  await deliver(delivery, async (list) => {
    const { status, feedback } = await landfall.pushEvents(...list.map((item) => eventOf(portCallID, item)));
    expect(status).toBe(200);
    expect(feedback.filter(({ message }) => !/already stored|has no eventID/.test(message))).toEqual([]);
  });
}

interface Answer {
  readonly portCallEvents: { readonly nodes: { eventID: string | null; versions: { timestamp: object; isCurrent: boolean }[] }[] };
  readonly portCallTimeline: { readonly currentTimes: object[] };
}

/**
 * Returns all events of a port call with their histories, and its current times, without what differs between port
 * calls.
 */
async function stateOf(landfall: OpenLandfall, portCallID: string): Promise<unknown> {
  const query = `query ($portCallID: ID!) {
    portCallEvents(filter: { portCallID: $portCallID }, first: 100) {
      nodes { eventID kinds versions { eventUpdatedDateTime timestamp { classifierCode serviceDateTime } isCurrent } } }
    portCallTimeline(partner: "acme", portCallID: $portCallID) {
      currentTimes { portCallServiceID classifierCode serviceDateTime state } events { eventUpdatedDateTime } } }`;
  const { portCallEvents, portCallTimeline } = await landfall.query<Answer>(query, { portCallID });
  const numbers = new Map([0, 1, 2].map((event) => [idOf(portCallID, event), event]));
  const histories = portCallEvents.nodes.map(({ eventID, ...rest }) => JSON.stringify([numbers.get(eventID ?? ''), rest]));
  return [histories.toSorted(), portCallTimeline];
}

describe.for(someStoresOfTests())(
  'any order, duplication, split into lists and concurrency of the same event pushes over $name',
  (store) => {
    test('results in the same current versions, histories and current times, and gives each version one number of the log', async () => {
      await using opened = store.open();
      await using landfall = await openLandfall(opened.environment);
      let pushed = 0;
      await fc.assert(
        fc.asyncProperty(scenario, async ([all, one, other]) => {
          const [left, right] = [uuidOf(`A${++run}`), uuidOf(`B${run}`)];
          await push(landfall, left, one);
          await push(landfall, right, other);
          pushed += 2 * all.length;
          const state = await stateOf(landfall, left);
          expect(await stateOf(landfall, right)).toEqual(state);
          expect(JSON.stringify(state).match(/isCurrent/g)).toHaveLength(all.length);
        }),
        casesOf(15),
      );
      const subscriber = createEventSubscriber('0');
      const listening = subscriber.listen(landfall.url);
      await subscriber.until(({ length }) => length >= pushed);
      await subscriber.stop();
      await listening;
      expect(new Set(subscriber.events.map(({ event }) => event?.id)).size).toBe(pushed);
    });
  },
);
