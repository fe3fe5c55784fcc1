import { describe, expect, test } from 'vitest';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { dayIn } from '../../support/day-in.ts';
import { openPartners } from '../../support/partners.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import type { Mode } from '../access/visibility-landfall.ts';
import { openWorld } from '../access/visibility-worlds.ts';
import { noticeOf } from './arriving-notice.ts';

const modes: readonly Mode[] = ['together', 'apart'];

describe.for(someStoresOfTests().flatMap((testStore) => modes.map((mode) => ({ testStore, mode, name: `${testStore.name}, ${mode}` }))))(
  'marks over $name',
  ({ testStore, mode, name }) => {
    test('show only to their own tenant who has set them', async () => {
      const blue = callerOf({ ...openCaller.entitlement, operator: false }, 'blue');
      const red = { ...blue, tenant: 'red' };
      const producers = await openPartners({ acme: {} });
      const world = await openWorld({ name, testStore, mode }, ['acme'], producers, [blue, red]);
      try {
        const { landfall } = world;
        for (const version of [1, 2]) {
          await landfall.push('acme', '/arrival-notices', noticeOf({ reference: 'MARK1', version, arrivalDate: dayIn(8 + 2 * version) }));
          await landfall.evaluated();
        }
        const fields = 'id isCollected collectedBy openAlerts { id acknowledgedBy snoozedBy }';
        const arrivalFor = async (caller: typeof blue) => {
          const query = `{ arrivals(filter: { isOpen: null }) { nodes { ${fields} } } }`;
          const { data } = await landfall.query<{ arrivals: { nodes: { id: string; openAlerts: { id: string }[] }[] } }>(caller, query);
          return data.arrivals.nodes[0];
        };
        const { id, openAlerts = [] } = (await arrivalFor(blue)) ?? {};
        const alert = openAlerts[0]?.id;
        const until = new Date(Date.now() + 600_000).toISOString();
        const mark = async (subject: string | undefined, mutation: string) => {
          const { errors } = await landfall.query({ ...blue, subject }, `mutation { ${mutation} { id } }`);
          expect(errors).toEqual([]);
        };
        await mark('zoë@blue.example', `acknowledgeAlert(id: "${alert}")`);
        await mark('ben@blue.example', `snoozeAlert(id: "${alert}", until: "${until}")`);
        await mark('ann@blue.example', `markCollected(id: "${id}")`);
        const marked = { acknowledgedBy: 'zoë@blue.example', snoozedBy: 'ben@blue.example' };
        expect(await arrivalFor(blue)).toMatchObject({ isCollected: true, collectedBy: 'ann@blue.example', openAlerts: [marked] });
        const unmarked = { isCollected: false, collectedBy: null, openAlerts: [{ acknowledgedBy: null, snoozedBy: null }] };
        expect(await arrivalFor(red)).toMatchObject(unmarked);
        // A credential without a person replaces the mark of a person.
        await mark(undefined, `acknowledgeAlert(id: "${alert}")`);
        expect(await arrivalFor(blue)).toMatchObject({ openAlerts: [{ ...marked, acknowledgedBy: null }] });
      } finally {
        await disposeAll([world, producers]);
      }
    });
  },
);
