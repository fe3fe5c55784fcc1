import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { casesOf } from '../../support/random-cases.ts';
import { createRandomQuery } from '../../support/random-query.ts';
import { createEventSubscriber, createSubscriber } from '../../support/subscriber.ts';
import { openWorldPartners, type WorldPartners } from '../../support/world-partners.ts';
import { type BothWays, type Operation, openBothWays } from './both-ways.ts';
import { apiWords, joinsOperations, type Known } from './joins-operations.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
/** Number of random operations in a test run. */
const { numRuns: runs } = casesOf(200);
/** Used for the titles of the operations; the ids are known only after the world has been pushed. */
const unknown: Known = {
  ids: [],
  partner: '',
  transportDocumentReference: '',
  vesselIMONumbers: [],
  UNLocationCodes: [],
  tradeLane: { from: '', to: '' },
  portCall: { partner: '', portCallID: '' },
};

describe.runIf(mongodbUrl && redisUrl)('a single process and a distributed deployment in one world of partners', () => {
  let partners: WorldPartners;
  let ways: BothWays;
  let known = unknown;
  beforeAll(async () => {
    partners = await openWorldPartners(13, { notices: 40 });
    ways = await openBothWays({
      mongodbUrl: mongodbUrl ?? '',
      redisUrl: redisUrl ?? '',
      limits: { maxRootFields: 100, maxAliases: 1_000 },
      writeFiles: partners.writeFiles,
    });
    const { together, apart } = ways;
    await partners.pushAll(together.url);
    await partners.push(together.url, ...noticeOnRoute(partners));
    known = await knownOf(ways, partners);
    const { world } = partners;
    const counts = [
      world.carriers.reduce((count, carrier) => count + world.noticesOf(carrier).length, 1),
      world.eventPublishers.reduce((count, publisher) => count + world.eventsOf(publisher).length, 0),
    ];
    // Everything pushed has to be in the logs before the comparison.
    for (const [index, subscriber] of [createSubscriber('0'), createEventSubscriber('0')].entries()) {
      const listening = subscriber.listen(apart.url);
      await subscriber.until((events: readonly unknown[]) => events.length === counts[index]);
      await subscriber.stop();
      await listening;
    }
  });
  afterAll(async () => {
    await ways[Symbol.asyncDispose]();
    await partners[Symbol.asyncDispose]();
  });

  test.each(Object.keys(joinsOperations(unknown)))('return the same bytes for %s', async (name) => {
    const query = joinsOperations(known)[name] ?? '';
    const [expected, given] = await settledAnswers(ways, { query });
    expect(shapeOf(given)).toEqual(shapeOf(expected));
    expect(shapeOf(await ways.togetherAgain({ query }))).toEqual(shapeOf(given));
  });

  test('return the same bytes for random operations, the first time by graphql-js, then compiled, then distributed', async () => {
    const schema = buildSchema(readFileSync(join(packageRoot, 'schema', 'api.graphql'), 'utf8'));
    const first = randomInt(2 ** 31);
    process.stdout.write(`random operations from seed ${first}\n`);
    for (let seed = first; seed < first + runs; seed++) {
      const operation = createRandomQuery(schema, String(seed), apiWords(known));
      const [cold, apart] = await settledAnswers(ways, operation);
      const place = `seed ${seed}: ${JSON.stringify(operation)}`;
      expect(shapeOf(apart), place).toEqual(shapeOf(cold));
      expect(shapeOf(await ways.togetherAgain(operation)), place).toEqual(shapeOf(cold));
    }
  }, 600_000);
});

/**
 * Queries both until no partner's answer is pending. On a busy machine some take longer than queries wait, and the one
 * that is queried later then has more data.
 */
async function settledAnswers(ways: BothWays, operation: Operation): Promise<[together: string, apart: string]> {
  for (;;) {
    const answers = await ways.answersTo(operation);
    if (!answers.some((answer) => /"status":"(PENDING|PARTNER_BUSY|TIMED_OUT)"/.test(answer))) return answers;
  }
}

/** Creates a notice of cargo on one of its carrier's own routes. */
function noticeOnRoute({ world }: WorldPartners): [url: string, pushed: { arrivalNotices: object[] }] {
  const [carrier] = world.carriers.filter((each) => world.pointToPointOf(each).length > 0);
  const [route] = carrier === undefined ? [] : world.pointToPointOf(carrier);
  if (carrier === undefined || route === undefined) throw new Error('the world has no route');
  const [leg] = listAt(route, 'legs');
  const [numbers] = listAt(leg, 'transport', 'servicePartners');
  const place = (name: string) => ({ UNLocationCode: textAt(route, name, 'location', 'UNLocationCode') });
  const day = (name: string) => ({ value: textAt(route, name, 'dateTime')?.slice(0, 10), classifier: 'EST' });
  const notice = {
    issueDateTime: '2026-04-15T08:00:00Z',
    transportDocumentReference: 'ON-A-ROUTE',
    transport: {
      portOfLoading: place('placeOfReceipt'),
      portOfDischarge: place('placeOfDelivery'),
      departureDate: day('placeOfReceipt'),
      portOfDischargeArrivalDate: day('placeOfDelivery'),
      legs: [
        {
          vesselVoyage: {
            vesselIMONumber: textAt(leg, 'transport', 'vessel', 'vesselIMONumber'),
            carrierImportVoyageNumber: textAt(numbers, 'carrierImportVoyageNumber'),
            carrierExportVoyageNumber: textAt(numbers, 'carrierExportVoyageNumber'),
          },
        },
      ],
    },
  };
  return [carrier.id, { arrivalNotices: [notice] }];
}

async function knownOf({ together }: BothWays, { world }: WorldPartners): Promise<Known> {
  interface Held {
    readonly arrivalNotices: {
      readonly nodes: {
        readonly id: string;
        readonly partner: { readonly id: string };
        readonly transportDocumentReference: string;
        readonly current: {
          readonly id: string;
          readonly arrivalCall: { readonly unique: { readonly call: { readonly id: string } } | null };
          readonly transport: Record<'portOfLoading' | 'portOfDischarge', { readonly UNLocationCode: string } | null>;
        };
      }[];
    };
    readonly portCallEvents: {
      readonly nodes: {
        readonly id: string;
        readonly partner: { readonly id: string };
        readonly portCall: { portCallID: string | null };
      }[];
    };
  }
  const { arrivalNotices, portCallEvents } = await together.query<Held>(
    `{ arrivalNotices(first: 4) { nodes { id partner { id } transportDocumentReference
        current { id arrivalCall { unique { call { id } } } transport { portOfLoading { UNLocationCode } portOfDischarge { UNLocationCode } } } } }
      portCallEvents(first: 20) { nodes { id partner { id } portCall { portCallID } } } }`,
  );
  const [onRoute, ...others] = arrivalNotices.nodes;
  const { portOfLoading, portOfDischarge } = onRoute?.current.transport ?? {};
  const inPortCall = portCallEvents.nodes.find(({ portCall }) => portCall.portCallID !== null);
  const callIds = arrivalNotices.nodes.flatMap(({ current }) => current.arrivalCall.unique?.call.id ?? []);
  expect(callIds).not.toEqual([]);
  return {
    ids: [onRoute?.id ?? '', onRoute?.current.id ?? '', portCallEvents.nodes[0]?.id ?? '', ...callIds],
    partner: others[0]?.partner.id ?? '',
    transportDocumentReference: others[0]?.transportDocumentReference ?? '',
    vesselIMONumbers: [...new Set(world.ships.map(({ vesselIMONumber }) => vesselIMONumber))].slice(0, 3),
    UNLocationCodes: [...new Set(world.calls.map(({ port }) => port.UNLocationCode))].slice(0, 3),
    tradeLane: { from: portOfLoading?.UNLocationCode ?? '', to: portOfDischarge?.UNLocationCode ?? '' },
    portCall: { partner: inPortCall?.partner.id ?? '', portCallID: inPortCall?.portCall.portCallID ?? '' },
  };
}

/** Returns the bytes of the data. Which of several errors are reported first is undefined. */
function shapeOf(answer: string) {
  const [head = '', body = ''] = answer.split('\n');
  const { data, errors } = JSON.parse(body) as { data: unknown; errors?: object[] };
  return { head, data: JSON.stringify(data), errors: errors?.map((error) => JSON.stringify(error)).sort() };
}
