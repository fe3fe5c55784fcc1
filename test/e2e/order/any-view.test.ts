import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { casesOf } from '../../support/random-cases.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';

const mongodbUrl = inject('mongodbUrl');

/** One body of a version. Publishers omit charges and the embedded file on request, and format as they like. */
interface Body {
  readonly document: number;
  readonly label: '' | 'EN';
  /** The seconds of the time of issue. */
  readonly issued: number;
  readonly charges: boolean;
  readonly visualization: boolean;
  readonly indent: number;
}

/** How the same bodies are sent: in an order with repeats, split into lists, several of which are sent concurrently. */
interface Delivery {
  readonly bodies: readonly Body[];
  readonly listSizes: readonly number[];
  readonly atOnce: number;
}

const body: fc.Arbitrary<Body> = fc.record({
  document: fc.nat(2),
  label: fc.constantFrom('' as const, 'EN' as const),
  issued: fc.nat(4),
  charges: fc.boolean(),
  visualization: fc.boolean(),
  indent: fc.nat(2),
});

/** Two ways to send the same bodies. */
const deliveries: fc.Arbitrary<readonly Delivery[]> = fc.array(body, { minLength: 1, maxLength: 24 }).chain((bodies) => {
  const delivery = fc.record({
    bodies: fc
      .array(fc.constantFrom(...bodies), { maxLength: 12 })
      .chain((repeats) => fc.shuffledSubarray([...bodies, ...repeats], { minLength: bodies.length + repeats.length })),
    listSizes: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
    atOnce: fc.integer({ min: 1, max: 6 }),
  });
  return fc.tuple(delivery, delivery);
});

const file = Buffer.from('%PDF-1.4 tiny').toString('base64');

function noticeOf(prefix: string, { document, label, issued, charges, visualization }: Body): Record<string, unknown> {
  return {
    transportDocumentReference: `${prefix}-D${document}`,
    ...(label === '' ? {} : { typeLabel: label }),
    issueDateTime: `2026-03-02T13:05:0${issued}Z`,
    transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } },
    versionLabel: `${document}.${issued}${label}`,
    ...(charges ? { charges: [{ chargeName: 'THC', currencyAmount: 240.5 }] } : {}),
    ...(visualization ? { arrivalNoticeVisualization: { name: 'notice.pdf', content: file, contentType: 'application/pdf' } } : {}),
  };
}

async function deliver(landfall: OpenLandfall, prefix: string, { bodies, listSizes, atOnce }: Delivery): Promise<void> {
  const waiting = bodies.map((one) => JSON.stringify(noticeOf(prefix, one), undefined, one.indent));
  const lists: string[] = [];
  while (waiting.length > 0) lists.push(`{"arrivalNotices":[${waiting.splice(0, listSizes[lists.length % listSizes.length])}]}`);
  while (lists.length > 0) {
    const answers = await Promise.all(lists.splice(0, atOnce).map((list) => landfall.dcsa('/arrival-notices', { body: list })));
    for (const { status, feedback } of answers) expect([status, feedback]).toEqual([200, []]);
  }
}

interface Notice {
  readonly transportDocumentReference: string;
  readonly typeLabel: string | null;
  readonly current: { readonly issueDateTime: string };
  readonly versions: {
    readonly nodes: readonly {
      readonly issueDateTime: string;
      readonly isCurrent: boolean;
      readonly document: Record<string, unknown>;
      readonly visualization: { byteLength: number } | null;
      readonly clashes: readonly object[];
    }[];
  };
}

/** Returns all notices under a prefix, sorted and without the prefix. */
async function stateOf(landfall: OpenLandfall, prefix: string): Promise<unknown> {
  const query = `query ($references: [String!]) { arrivalNotices(filter: { transportDocumentReferences: $references }) { nodes {
    transportDocumentReference typeLabel current { issueDateTime }
    versions { nodes { issueDateTime isCurrent document visualization { byteLength } clashes { document } } } } } }`;
  const references = [0, 1, 2].map((document) => `${prefix}-D${document}`);
  const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: Notice[] } }>(query, { references });
  const keyOf = (notice: Notice) => `${notice.transportDocumentReference} ${notice.typeLabel}`;
  const sorted = [...arrivalNotices.nodes].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return JSON.parse(JSON.stringify(sorted).replaceAll(`${prefix}-`, ''));
}

/**
 * Returns the expected result, whatever the delivery: the most complete body of each identity, and the newest instant
 * as current version.
 */
function expectedState(bodies: readonly Body[]): unknown {
  const fullest = new Map<string, Body>();
  const completenessOf = ({ charges, visualization }: Body) => (charges ? 2 : 0) + (visualization ? 1 : 0);
  for (const one of bodies) {
    const key = `D${one.document} ${one.label} ${one.issued}`;
    const held = fullest.get(key);
    if (held === undefined || completenessOf(held) < completenessOf(one)) fullest.set(key, one);
  }
  const entityIds = new Map<string, Body[]>();
  for (const one of fullest.values()) {
    const entityId = `D${one.document} ${one.label === '' ? null : one.label}`;
    entityIds.set(entityId, [...(entityIds.get(entityId) ?? []), one]);
  }
  return [...entityIds]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, versions]) => {
      const ordered = versions.toSorted((left, right) => right.issued - left.issued);
      const [newest] = ordered;
      return {
        transportDocumentReference: `D${newest?.document}`,
        typeLabel: newest?.label === '' ? null : newest?.label,
        current: { issueDateTime: `2026-03-02T13:05:0${newest?.issued}Z` },
        versions: { nodes: ordered.map((one) => expectedVersion(one, one === newest)) },
      };
    });
}

function expectedVersion(one: Body, isCurrent: boolean): object {
  const document = { ...noticeOf('', one), transportDocumentReference: `D${one.document}` };
  if (one.visualization)
    Object.assign(document, { arrivalNoticeVisualization: { name: 'notice.pdf', content: '', contentType: 'application/pdf' } });
  const visualization = one.visualization ? { byteLength: Buffer.from(file, 'base64').length } : null;
  return { issueDateTime: `2026-03-02T13:05:0${one.issued}Z`, isCurrent, document, visualization, clashes: [] };
}

async function runProperty(landfall: OpenLandfall): Promise<void> {
  const identities = new Set<string>();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(deliveries, async (ways) => {
      run += 1;
      for (const [way, delivery] of ways.entries()) {
        const prefix = `R${run}W${way}`;
        await deliver(landfall, prefix, delivery);
        expect(await stateOf(landfall, prefix)).toEqual(expectedState(delivery.bodies));
        for (const { document, label, issued } of delivery.bodies)
          identities.add(`${prefix}-D${document} ${label} 2026-03-02T13:05:0${issued}Z`);
      }
    }),
    casesOf(15),
  );
  const subscriber = createSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  await subscriber.until((events) => events.length >= identities.size);
  await subscriber.stop();
  await listening;
  const announced = [...identities].map((identity) => identity.replace(/ (EN)? /, ' '));
  expect(subscriber.events.map(nameOf).sort()).toEqual(announced.sort());
  expect(new Set(subscriber.events.map(({ version }) => version?.id)).size).toBe(identities.size);
}

describe('full and reduced views of the same versions, in any order, repetition, split and concurrency,', () => {
  test('result in the most complete view of each version, no clash, and one event each (SQLite)', async () => {
    await using landfall = await openLandfall();
    await runProperty(landfall);
  });

  test.runIf(mongodbUrl)(
    'result in the most complete view of each version, no clash, and one event each (mongodb)',
    async () => {
      await using database = openDatabase(mongodbUrl ?? '');
      await using landfall = await openLandfall({ MONGODB_URL: database.url });
      await runProperty(landfall);
    },
    60_000,
  );
});
