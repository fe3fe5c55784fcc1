import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

interface Version {
  readonly document: number;
  readonly label: string | undefined;
  /** Minute of issue; each version of a notice has one of its own. */
  readonly minute: number;
  /** Minutes east of UTC in which the instant is spelled. */
  readonly offset: number;
}

/** A way to push the same versions: an order with repeats, cut into lists, so many of them at a time. */
interface Delivery {
  readonly lists: readonly (readonly Version[])[];
  readonly atATime: number;
}

const version = fc.record({
  document: fc.nat({ max: 2 }),
  label: fc.constantFrom(undefined, 'EN', 'NL'),
  minute: fc.nat({ max: 30 }),
  offset: fc.constantFrom(0, 60, -330, 765),
});
const versions = fc.uniqueArray(version, {
  minLength: 1,
  maxLength: 12,
  selector: ({ document, label, minute }) => `${document} ${label} ${minute}`,
});

const deliveryOf = (all: readonly Version[]): fc.Arbitrary<Delivery> =>
  fc
    .record({
      repeats: fc.subarray([...all]),
      seeds: fc.array(fc.nat(), { minLength: all.length * 2, maxLength: all.length * 2 }),
      size: fc.integer({ min: 1, max: 5 }),
      atATime: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ repeats, seeds, size, atATime }) => {
      const order = [...all, ...repeats].map((item, index) => ({ item, key: seeds[index] ?? 0 }));
      const shuffled = order.sort((left, right) => left.key - right.key).map(({ item }) => item);
      const lists = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, index) =>
        shuffled.slice(index * size, (index + 1) * size),
      );
      return { lists, atATime };
    });
const story = versions.chain((all) => fc.tuple(fc.constant(all), deliveryOf(all), deliveryOf(all)));

/** Every run has documents of its own, so that one Landfall serves all runs. */
let run = 0;

function noticeOf(prefix: string, { document, label, minute, offset }: Version): object {
  const local = new Date(Date.UTC(2026, 2, 2, 12, minute) + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  const typeLabel = label === undefined ? {} : { typeLabel: label };
  return {
    transportDocumentReference: `${prefix}-${document}`,
    issueDateTime: `${local}${zone}`,
    versionLabel: `minute ${minute}`,
    ...typeLabel,
  };
}

async function deliver(landfall: OpenLandfall, prefix: string, { lists, atATime }: Delivery): Promise<void> {
  for (let from = 0; from < lists.length; from += atATime) {
    const answers = await Promise.all(
      lists.slice(from, from + atATime).map((list) => landfall.push(...list.map((item) => noticeOf(prefix, item)))),
    );
    for (const { status, feedback } of answers) expect([status, feedback]).toEqual([200, []]);
  }
}

interface Answer {
  readonly arrivalNotices: {
    readonly nodes: {
      transportDocumentReference: string;
      typeLabel: string | null;
      current: { versionLabel: string };
      versions: { nodes: { versionLabel: string; isCurrent: boolean }[] };
    }[];
  };
}

async function stateOf(landfall: OpenLandfall, prefix: string): Promise<unknown> {
  const query = /* GraphQL */ `
    query ($references: [String!]) {
      arrivalNotices(filter: { transportDocumentReferences: $references }, first: 100) {
        nodes { transportDocumentReference typeLabel current { versionLabel } versions(first: 100) { nodes { versionLabel isCurrent } } }
      }
    }
  `;
  const references = [0, 1, 2].map((document) => `${prefix}-${document}`);
  const { arrivalNotices } = await landfall.ask<Answer>(query, { references });
  const nameOf = (notice: Answer['arrivalNotices']['nodes'][number]) =>
    `${notice.transportDocumentReference.slice(prefix.length)} ${notice.typeLabel}`;
  return Object.fromEntries(arrivalNotices.nodes.map((notice) => [nameOf(notice), [notice.current, notice.versions]]));
}

async function prove(landfall: OpenLandfall): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, async ([all, one, other]) => {
      const [left, right] = [`A${++run}`, `B${run}`];
      await deliver(landfall, left, one);
      await deliver(landfall, right, other);
      const state = await stateOf(landfall, left);
      expect(await stateOf(landfall, right)).toEqual(state);
      expect(JSON.stringify(state).match(/isCurrent/g)).toHaveLength(all.length);
    }),
    { numRuns: 40 },
  );
}

describe('any order, duplication, split into lists and concurrency of the same pushes', () => {
  test('gives the same current versions and histories (embedded)', async () => {
    await using landfall = await openLandfall();
    await prove(landfall);
  });

  const mongodbUrl = inject('mongodbUrl');
  test.runIf(mongodbUrl)('gives the same current versions and histories (mongodb)', async () => {
    const url = new URL(mongodbUrl ?? '');
    url.pathname = `/order_${process.pid}`;
    await using landfall = await openLandfall({ MONGODB_URL: url.href });
    await prove(landfall);
  });
});
