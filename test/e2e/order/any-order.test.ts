import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { type Delivery, deliver, deliveryOf, spelled } from '../../support/deliveries.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { casesOf } from '../../support/random-cases.ts';

interface Version {
  readonly document: number;
  readonly label: string | undefined;
  /** Minute of issue, different for each version of a notice. */
  readonly minute: number;
  /** Offset in minutes in which the instant is written. */
  readonly offset: number;
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

const scenario = versions.chain((all) => fc.tuple(fc.constant(all), deliveryOf(all), deliveryOf(all)));

/** Every run uses different documents, so that one Landfall serves all runs. */
let run = 0;

function noticeOf(prefix: string, { document, label, minute, offset }: Version): object {
  const typeLabel = label === undefined ? {} : { typeLabel: label };
  return {
    transportDocumentReference: `${prefix}-${document}`,
    issueDateTime: spelled(Date.UTC(2026, 2, 2, 12, minute), offset),
    transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } },
    versionLabel: `minute ${minute}`,
    ...typeLabel,
  };
}

async function push(landfall: OpenLandfall, prefix: string, delivery: Delivery<Version>): Promise<void> {
  await deliver(delivery, async (list) => {
    const { status, feedback } = await landfall.push(...list.map((item) => noticeOf(prefix, item)));
    expect([status, feedback]).toEqual([200, []]);
  });
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
  const { arrivalNotices } = await landfall.query<Answer>(query, { references });
  const nameOf = (notice: Answer['arrivalNotices']['nodes'][number]) =>
    `${notice.transportDocumentReference.slice(prefix.length)} ${notice.typeLabel}`;
  return Object.fromEntries(arrivalNotices.nodes.map((notice) => [nameOf(notice), [notice.current, notice.versions]]));
}

async function prove(landfall: OpenLandfall): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenario, async ([all, one, other]) => {
      const [left, right] = [`A${++run}`, `B${run}`];
      await push(landfall, left, one);
      await push(landfall, right, other);
      const state = await stateOf(landfall, left);
      expect(await stateOf(landfall, right)).toEqual(state);
      expect(JSON.stringify(state).match(/isCurrent/g)).toHaveLength(all.length);
    }),
    casesOf(20),
  );
}

describe('any order, duplication, split into lists and concurrency of the same pushes', () => {
  test('results in the same current versions and histories (SQLite)', async () => {
    await using landfall = await openLandfall();
    await prove(landfall);
  });

  const mongodbUrl = inject('mongodbUrl');
  test.runIf(mongodbUrl)('results in the same current versions and histories (mongodb)', async () => {
    const url = new URL(mongodbUrl ?? '');
    url.pathname = `/order_${process.pid}`;
    await using landfall = await openLandfall({ MONGODB_URL: url.href });
    await prove(landfall);
  });
});
