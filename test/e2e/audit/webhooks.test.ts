import { expect, test } from 'vitest';
import { openFakePartner } from '../../support/fake-partner.ts';
import { openPartners } from '../../support/partners.ts';
import { all, partners, pushes } from '../access/visibility-world.ts';
import { quick, secretOf } from '../webhooks/hooked-landfall.ts';
import { openAudited } from './audited-landfall.ts';

test('each attempt to send an event to a webhook is logged, with what was sent and whether it was accepted', async () => {
  await using producers = await openPartners(partners);
  await using receiver = await openFakePartner({ otherwise: { status: 204 } });
  receiver.answer({ status: 503 });
  const webhook = { id: 'erp', url: `${receiver.url}/erp`, noticeVersions: true, secrets: [secretOf(1)], ...quick };
  const tenants = { all: { ...all, webhooks: [webhook] } };
  await using landfall = await openAudited({ mode: 'together', partners: producers, tenants, access: { allowPrivate: true } });
  const [first] = pushes.filter(({ partner }) => partner === 'acme');
  await landfall.push('acme', '/arrival-notices', first?.object ?? {});
  const isOfWebhook = ({ msg }: { readonly msg?: unknown }) => String(msg).startsWith('a webhook');
  const lines = (await landfall.until((sofar) => sofar.filter(isOfWebhook).length === 2)).filter(isOfWebhook);
  const sent = { audit: true, subscriber: 'webhook:all:erp', rows: { noticeVersions: 1 }, partners: ['acme'] };
  const message = receiver.requests[0]?.headers['webhook-id'];
  expect(lines).toMatchObject([
    { ...sent, message, outcome: 'RETRY', msg: 'a webhook did not accept an event' },
    { ...sent, message, outcome: 'DELIVERED', msg: 'a webhook was sent an event' },
  ]);
});
