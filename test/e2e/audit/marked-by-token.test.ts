import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { openPartners } from '../../support/partners.ts';
import { keyOf } from '../access/open-access.ts';
import type { Mode } from '../access/visibility-landfall.ts';
import { all } from '../access/visibility-world.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { openIssuer } from '../credentials/issuer.ts';
import { openAudited } from './audited-landfall.ts';

describe.for<Mode>(['together', 'apart'])('people who sign in at a provider, %s', (mode) => {
  test('are named by the marks that they set, to their own tenant, and in the audit line of the mutation', async () => {
    await using producers = await openPartners({ acme: {} });
    await using issuer = await openIssuer();
    const rights = { ...all, operator: false };
    const jwt = { jwksUri: issuer.jwksUri, issuer: issuer.name, audience: 'landfall' };
    const access = { jwt, signIn: { issuer: issuer.name, clientId: 'board' }, allowPrivate: true };
    const tenants = { blue: rights, red: rights };
    await using landfall = await openAudited({ mode, partners: producers, tenants, access, evaluatesArrivals: true });
    const bearerOf = async (sub: string) => {
      const exp = Math.floor(landfall.clock.now() / 1_000) + 600;
      return { authorization: `Bearer ${await issuer.issue({ aud: 'landfall', tenant: 'blue', sub, exp })}` };
    };
    const fields = 'id collectedBy bestTime { localDate } openAlerts { id kind acknowledgedBy snoozedBy }';
    const arrivalFor = async (headers: Readonly<Record<string, string>>) => {
      const query = `{ arrivals(filter: { isOpen: null }) { nodes { ${fields} } } }`;
      const { data, errors } = await landfall.query(headers, query);
      expect(errors).toEqual([]);
      return data.arrivals.nodes[0];
    };
    const until = async (version: number) => {
      await landfall.push('acme', '/arrival-notices', noticeOf({ reference: 'MARK1', version, arrivalDate: dayIn(8 + 2 * version) }));
      for (;;) {
        const arrival = await arrivalFor(keyOf('blue').sent);
        if (arrival?.bestTime.localDate === dayIn(8 + 2 * version)) return arrival;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await until(1);
    const { id, openAlerts } = await until(2);
    const [{ id: alert }] = openAlerts;
    const snoozedUntil = new Date(Date.now() + 600_000).toISOString();
    const marks = [
      ['zoë@blue.example', 'acknowledgeAlert', `(id: "${alert}")`, [{ id: alert }]],
      ['ben@blue.example', 'snoozeAlert', `(id: "${alert}", until: "${snoozedUntil}")`, [{ id: alert }]],
      ['ann@blue.example', 'markCollected', `(id: "${id}")`, [{ id }]],
      [
        'ann@blue.example',
        'applyMarks',
        `(marks: [{ action: UNSNOOZE, id: "none" }, { action: MARK_COLLECTED, id: "${id}" }])`,
        [
          { action: 'UNSNOOZE', id: 'none' },
          { action: 'MARK_COLLECTED', id },
        ],
      ],
    ] as const;
    for (const [subject, field, given, targets] of marks) {
      const text = `mutation { ...Marks } fragment Marks on Mutation { ${field}${given} { id } }`;
      const { errors, lines } = await landfall.query(await bearerOf(subject), text);
      expect(errors).toEqual([]);
      expect(lines.filter(({ msg }) => msg === 'a mutation was executed')).toMatchObject([
        { tenant: 'blue', subject, signedInBy: expect.stringMatching(/^token:/), fields: [field], targets, outcome: 'ok' },
      ]);
    }
    const marked = { kind: 'ETA_CHANGED', acknowledgedBy: 'zoë@blue.example', snoozedBy: 'ben@blue.example' };
    const shown = { collectedBy: 'ann@blue.example', openAlerts: [marked] };
    expect([await arrivalFor(await bearerOf('joe')), await arrivalFor(keyOf('blue').sent)]).toMatchObject([shown, shown]);
    const unmarked = { collectedBy: null, openAlerts: [{ acknowledgedBy: null, snoozedBy: null }] };
    expect(await arrivalFor(keyOf('red').sent)).toMatchObject(unmarked);
  });
});
