import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { start } from '../../../gateway/main.ts';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { startRedis } from '../../support/processes.ts';
import { readinessThat } from '../../support/readiness.ts';
import { redisFailures, startRedisCluster } from '../../support/redis-servers.ts';
import { until } from '../../support/until.ts';
import { openDeployment } from '../apart/deployment.ts';

const mongodbUrl = inject('mongodbUrl');

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

interface Opened extends AsyncDisposable {
  readonly url: string;
  readonly partner: FakePartner;
  readonly lines: readonly LogLine[];
  /** Requests the events of the partner. @returns the status of the source */
  query(): Promise<string>;
}

/** Serves the port calls of one partner over this Redis. */
async function open(redisUrl: string): Promise<Opened> {
  const lines: LogLine[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl });
  const partner = await openFakePartner({ otherwise: { body: { events: [] } } });
  const file = ['id: acme', 'name: ACME', 'allowPrivate: true', `portCalls: { baseUrl: "${partner.url}" }`];
  await writeFile(join(deployment.environment['PARTNERS_DIR'] ?? '', 'acme.yaml'), file.join('\n'));
  const config = readConfig({ PORT: '0', ...deployment.environment });
  const running = await start('port-calls', config, logger, { env: deployment.environment });
  const url = `http://127.0.0.1:${running.port}`;
  return {
    url,
    partner,
    lines,
    query: async () => {
      const query =
        '{ portCallEvents(filter: { partners: ["acme"] }, maxAgeSeconds: 0, maxWaitMs: 2000) { sources { partner { id } status } } }';
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      const { data, errors } = (await answer.json()) as { data: { portCallEvents: { sources: { status: string }[] } }; errors?: unknown };
      expect(errors).toBeUndefined();
      return data.portCallEvents.sources[0]?.status ?? 'none';
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [running, partner, deployment]) await each[Symbol.asyncDispose]();
    },
  };
}

/** Resolves when the partner is asked again. */
const untilAsked = ({ query }: Opened) => until(async () => ['EMPTY', 'OK'].includes(await query()));

describe.runIf(mongodbUrl && inject('redisUrl'))('while Redis', { concurrent: true }, () => {
  it.each(redisFailures)('$what, partners are asked, and readiness, log and metrics name the cause', async ({ cause, begin, end }) => {
    await using redis = await startRedis();
    await using opened = await open(redis.url);
    const { url, lines } = opened;
    await untilAsked(opened);
    await begin(redis);
    try {
      const { code, degraded } = await readinessThat(url, (readiness) => cause.test(readiness.degraded['redis'] ?? ''));
      expect([code, degraded['redis']]).toEqual([200, expect.stringMatching(/^Redis /)]);
      const begun = performance.now();
      await untilAsked(opened);
      expect(performance.now() - begun).toBeLessThan(10_000);
      for (let round = 0; round < 3; round += 1) await untilAsked(opened);
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^landfall_redis_away\{cause="[A-Z]+"\} 1$/m);
      expect(lines.filter(({ level, msg }) => level >= 40 && msg.includes('Redis'))).toEqual([
        expect.objectContaining({ cause: expect.stringMatching(cause) }),
      ]);
    } finally {
      await end(redis);
    }
    await readinessThat(url, ({ degraded }) => Object.keys(degraded).length === 0);
    await untilAsked(opened);
    expect(lines.filter(({ msg }) => msg.includes('Redis')).map(({ level }) => level)).toEqual([40, 30]);
  });
});

describe.runIf(mongodbUrl && inject('redisUrl'))('a REDIS_URL that names a node of a cluster', () => {
  it('is served as a cluster: partners are asked', async () => {
    await using cluster = await startRedisCluster();
    await using opened = await open(cluster.nodes[0]?.url ?? '');
    await untilAsked(opened);
    await readinessThat(opened.url, ({ degraded }) => Object.keys(degraded).length === 0);
  });
});
