import { expect, it } from 'vitest';
import { openOutboundAgents } from './outbound.ts';

const certificate = () => ({ cert: 'certificate', key: 'key' });

it('a certificate has separate connections, for public and for private addresses', async () => {
  await using agents = await openOutboundAgents(() => undefined);
  const [one, other] = [certificate(), certificate()];
  const found = [undefined, one, other].flatMap((clientCertificate) =>
    [true, false].map((allowPrivate) => agents.agentFor({ allowPrivate, clientCertificate })),
  );
  expect(new Set(found).size).toBe(6);
  expect(agents.agentFor({ allowPrivate: true, clientCertificate: one })).toBe(found[2]);
});

it('the number of certificates with connections is limited; those of the least recently used one are closed', async () => {
  await using agents = await openOutboundAgents(() => undefined);
  const [first, second] = [certificate(), certificate()];
  const firstAgent = agents.agentFor({ clientCertificate: first });
  const secondAgent = agents.agentFor({ clientCertificate: second });
  agents.agentFor({ clientCertificate: first });
  for (let count = 0; count < 63; count += 1) agents.agentFor({ clientCertificate: certificate() });
  expect([firstAgent.closed, secondAgent.closed]).toEqual([false, true]);
  expect(agents.agentFor({ clientCertificate: first })).toBe(firstAgent);
  expect(agents.agentFor({ clientCertificate: second })).not.toBe(secondAgent);
});
