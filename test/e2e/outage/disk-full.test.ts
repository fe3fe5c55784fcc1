import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LandfallProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { readinessThat } from '../../support/readiness.ts';
import { createSubscriber } from '../../support/subscriber.ts';

const noticeOf = (reference: string): PushedNotice => ({ transportDocumentReference: reference, issueDateTime: '2026-03-02T13:05:00Z' });

/** Limits the size of the process's files from now on, as on a full disk. */
function limitFiles({ pid }: LandfallProcess, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

describe.runIf(spawnSync('prlimit', ['--version']).status === 0)('while the disk is full', () => {
  test('pushes get 503 and change nothing, reads continue, and the same push succeeds when there is room again', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
    await using landfall = await startLandfall(['serve'], { environment });
    const list = ['B', 'C', 'D'].map(noticeOf);
    expect((await pushNotices(landfall.url, noticeOf('A'))).status).toBe(200);

    limitFiles(landfall, statSync(join(folder.path, 'landfall.db-wal')).size);
    const answers = await Promise.all([pushNotices(landfall.url, ...list), pushNotices(landfall.url, noticeOf('E'))]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('api-version'), answer.headers.get('retry-after')]).toEqual([503, '1.0.1', '1']);
      expect(await answer.json()).toEqual({ feedbackElements: [{ severity: 'ERROR', message: expect.stringContaining('not available') }] });
    }
    const { code, missing } = await readinessThat(landfall.url, (readiness) => readiness.missing !== undefined);
    expect([code, missing]).toEqual([503, { store: expect.stringContaining(`${join(folder.path, 'landfall.db')}: SQLITE_IOERR_WRITE (`) }]);
    expect(await references(landfall)).toEqual(['A']);

    limitFiles(landfall, 'unlimited');
    expect((await pushNotices(landfall.url, ...list)).status).toBe(200);
    await readinessThat(landfall.url, (readiness) => readiness.code === 200);
    expect(await references(landfall)).toEqual(['A', 'B', 'C', 'D']);
    await landfall.kill('SIGKILL');

    await using again = await startLandfall(['serve'], { environment });
    expect(await references(again)).toEqual(['A', 'B', 'C', 'D']);
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(again.url);
    await subscriber.until((events) => events.length >= 4);
    await subscriber.stop();
    await listening;
    expect(subscriber.events.map(({ version }) => version?.transportDocumentReference)).toEqual(['A', 'B', 'C', 'D']);
  });
});

/** Returns the documents of all stored notices, in order. */
async function references({ url }: LandfallProcess): Promise<string[]> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ arrivalNotices { nodes { transportDocumentReference } } }' }),
  });
  const { data } = (await answer.json()) as { data: { arrivalNotices: { nodes: PushedNotice[] } } };
  return data.arrivalNotices.nodes.map(({ transportDocumentReference }) => transportDocumentReference).sort();
}
