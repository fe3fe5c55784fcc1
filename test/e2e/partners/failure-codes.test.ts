import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedUrl, openFakePartner } from '../../support/fake-partner.ts';
import { runLandfall, temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

/** Partners with different faults, by their ids, and the codes that report these. */
const failures = {
  refused: 'UPSTREAM_CONNECTION_REFUSED',
  nameless: 'UPSTREAM_NAME_UNKNOWN',
  plain: 'UPSTREAM_TLS',
  silent: 'UPSTREAM_TIMEOUT',
  failing: 'UPSTREAM_UNREACHABLE',
} as const;

let landfall: OpenLandfall;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const opened: AsyncDisposable[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  const listening = await openFakePartner({ otherwise: { fault: 'hang' } });
  const failing = await openFakePartner();
  opened.push(listening, failing);
  const addresses = {
    refused: closedUrl,
    nameless: 'http://partner.invalid',
    // A TLS connection to a server that speaks plain HTTP.
    plain: failing.url.replace('http:', 'https:'),
    silent: listening.url,
    failing: failing.url,
  };
  for (const [id, url] of Object.entries(addresses)) {
    // On a busy machine the other partners' errors may take seconds.
    const limits = id === 'silent' ? 'limits: { timeoutMs: 1000, deadlineMs: 1500 }' : 'limits: { timeoutMs: 30000, deadlineMs: 60000 }';
    const lines = [`id: ${id}`, `name: ${id}`, 'allowPrivate: true', limits, `commercialSchedules: { baseUrl: "${url}" }`];
    await writeFile(join(folder.path, `${id}.yaml`), lines.join('\n'));
  }
  landfall = await openLandfall({ PARTNERS_DIR: folder.path });
});
afterAll(async () => {
  for (const each of [landfall, ...opened, folder]) await each[Symbol.asyncDispose]();
});

it('the reason for a partner’s failure has its own code in sources and partners', async () => {
  const { vesselSchedules } = await landfall.query<{ vesselSchedules: { sources: { partner: { readonly id: string }; code: string }[] } }>(
    '{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxWaitMs: 60000) { sources { partner { id } code } } }',
  );
  expect(Object.fromEntries(vesselSchedules.sources.map(({ partner, code }) => [partner.id, code]))).toEqual(failures);
  const { partners } = await landfall.query<{
    partners: { id: string; commercialSchedules: { health: { lastFailure: { code: string } | null } } }[];
  }>('{ partners { id commercialSchedules { health { lastFailure { code } } } } }');
  expect(Object.fromEntries(partners.map(({ id, commercialSchedules }) => [id, commercialSchedules.health.lastFailure?.code]))).toEqual(
    failures,
  );
});

it('a check of an unreachable partner reports the reason once, with the code', async () => {
  const { code, stdout, stderr } = await runLandfall(['partners', 'check', 'refused'], { environment: { PARTNERS_DIR: folder.path } });
  expect(code).toBe(2);
  expect(stdout).toContain('could not be checked to the end (UPSTREAM_CONNECTION_REFUSED): ');
  expect(stdout.match(/refuses connections/g)).toHaveLength(1);
  expect(stderr).not.toContain('refuses connections');
});
