import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, it } from 'vitest';
import { type LandfallProcess, partnerKeys, program, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { pushNotices } from '../../support/push.ts';
import { keyOf } from '../access/open-access.ts';
import { openDeployment } from '../apart/deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const notice = { transportDocumentReference: 'TD1', issueDateTime: '2026-12-20T08:00:00Z' };

describe.runIf(mongodbUrl && redisUrl)('processes in distributed mode', () => {
  it('log what they are responsible for: a push where it is received, rows that are read at the gateway', async () => {
    await using folder = await temporaryFolder();
    const settings = {
      ACCESS_FILE: join(folder.path, 'access.json'),
      SUBGRAPH_SECRETS: 'the secret of gateways',
    };
    await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants: { blue: keyOf('blue').written } }));
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '', settings });
    const notices = await deployment.startSubgraph();
    const gateway = await deployment.startGateway({ 'arrival-notices': notices.url });
    const pushed = nextAuditLine(notices);
    expect((await pushNotices(notices.url, notice)).status).toBe(200);
    expect(await pushed).toMatchObject({ msg: 'a push was accepted', partner: 'acme', stored: 1 });
    const read = nextAuditLine(gateway);
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyOf('blue').sent },
      body: JSON.stringify({ query: '{ arrivalNotices { nodes { id } } }' }),
    });
    expect(await answer.json()).toMatchObject({ data: { arrivalNotices: { nodes: [{ id: expect.any(String) }] } } });
    expect(await read).toMatchObject({ tenant: 'blue', rows: { noticeVersions: 1 }, partners: ['acme'] });
  });
});

describe('a process whose log has no reader', () => {
  it('continues to answer', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    const environment = {
      PORT: '0',
      DATA_DIR: folder.path,
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: join(folder.path, 'none'),
      AUDIT: 'on',
    };
    const child = spawn(process.execPath, [...program, 'serve'], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const url = await new Promise<string>((resolve) => {
        createInterface({ input: child.stdout }).on('line', (line) => {
          const { msg, port } = JSON.parse(line) as { msg: string; port: number };
          if (msg === 'listening') resolve(`http://127.0.0.1:${port}`);
        });
      });
      child.stdout.pause();
      // Some 300 bytes each; a pipe holds 64 KiB.
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      const body = JSON.stringify({ arrivalNotices: [notice] });
      const push = async () => (await fetch(`${url}/dcsa/arrival-notices`, { method: 'POST', headers, body })).status;
      for (let round = 0; round < 50; round += 1)
        expect(new Set(await Promise.all(Array.from({ length: 20 }, push)))).toEqual(new Set([200]));
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});

async function nextAuditLine(landfall: LandfallProcess): Promise<unknown> {
  return JSON.parse(await landfall.nextLine(/"audit":true/));
}
