import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { runLandfall } from '../../support/landfall.ts';
import { type StartedProcess, startProcess } from '../../support/processes.ts';

function startSandbox(...args: readonly string[]): Promise<StartedProcess> {
  const program = join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js');
  return startProcess(process.execPath, { args: [program, 'sandbox', ...args], ready: /base URL\s+(\S+)/ });
}

it('one carrier alone prints its address, and ends at a signal', async () => {
  await using sandbox = await startSandbox('coral-line');
  const headers = { 'x-api-key': 'landfall-demo-key-for-coral-line' };
  expect((await fetch(`${sandbox.ready[1]}/v1/vessel-schedules?UNLocationCode=AUMEL`, { headers })).status).toBe(200);
  await sandbox.kill('SIGTERM');
  expect(await sandbox.exited).toBe(0);
});

it('one carrier alone pushes to the given target', async () => {
  await using landfall = await openFakePartner({ otherwise: { body: {} } });
  await using sandbox = await startSandbox('northern-star', '--push-to', landfall.url, '--pace', '1');
  await landfall.received(3);
  expect(landfall.requests[0]).toMatchObject({ url: '/dcsa/arrival-notices', headers: { 'x-api-key': 'northern-star-demo-key' } });
  await sandbox.kill('SIGTERM');
});

it('an unknown carrier, a port in use and an invalid target are reported in one line', async () => {
  await using taken = await openFakePartner();
  const cases = [
    [['western-sun'], 'CONFIG_INVALID: There is no western-sun in the sandbox: expected one of northern-star, coral-line, subscriber.'],
    [
      ['coral-line', '--port', new URL(taken.url).port],
      `CONFIG_INVALID: Cannot listen on 127.0.0.1:${new URL(taken.url).port}: another process listens there (EADDRINUSE). End that process, or choose another port with --port.`,
    ],
    [['coral-line', '--push-to', 'here'], 'CONFIG_INVALID: --push-to: expected a URL such as http://127.0.0.1:4000, got "here".'],
  ] as const;
  for (const [args, said] of cases) {
    const { code, stderr } = await runLandfall(['sandbox', ...args], { environment: {} });
    expect([code, stderr.trim()]).toEqual([1, said]);
  }
});
