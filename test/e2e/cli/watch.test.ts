import { spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { freePort } from '../../support/processes.ts';
import { pushNotices } from '../../support/push.ts';
import { keyOf } from '../access/open-access.ts';
import { writeAccess } from '../pages/write-access.ts';

let landfall: OpenLandfall;
beforeAll(async () => {
  landfall = await openLandfall();
});
afterAll(() => landfall[Symbol.asyncDispose]());

const watch = (...args: string[]) => runLandfall(['watch', ...args], { environment: {} });

describe('watch ends with 1 and one line', () => {
  it.each([
    [
      'an address that is none',
      () => ['--url', 'here'],
      'CONFIG_INVALID: --url: expected a URL such as ws://127.0.0.1:4000/graphql, got "here".',
    ],
    ['a key file that does not exist', () => ['--key-file', '/nowhere'], 'CONFIG_INVALID: --key-file: /nowhere cannot be read (ENOENT).'],
    [
      'another path',
      () => ['--url', `${landfall.url}/nothing`, '--after', '0'],
      /^BAD_REQUEST: .* 404\. Landfall serves GraphQL at \/graphql: check --url\.$/,
    ],
    [
      'TLS where none is spoken',
      () => ['--url', landfall.url.replace('http', 'wss')],
      /^CONFIG_INVALID: --url: .* does not speak TLS as expected/,
    ],
    [
      'a port that is blocked',
      () => ['--url', 'http://127.0.0.1:6000/graphql'],
      /^CONFIG_INVALID: --url: HTTP clients do not use .* \(bad port\)\.$/,
    ],
    ['a cursor that is none', () => ['--url', `${landfall.url}/graphql`, '--after', 'x'], /^CURSOR_INVALID: /],
  ])('for %s', async (_what, args, said) => {
    const { code, stdout, stderr } = await watch(...args());
    expect([code, stdout, stderr.trim()]).toEqual([1, '', typeof said === 'string' ? said : expect.stringMatching(said)]);
  });

  it('for an unknown key, and without a key where one is needed', async () => {
    await using access = await writeAccess({ blue: keyOf('blue').written });
    await using closed = await openLandfall({ ACCESS_FILE: access.file });
    const url = `${closed.url}/graphql`;
    await using folder = await temporaryFolder();
    const keyFile = join(folder.path, 'key');
    await writeFile(keyFile, 'another key\n');
    const [wrong, none] = await Promise.all([watch('--url', url, '--key-file', keyFile), watch('--url', url, '--after', '0')]);
    expect([wrong.code, wrong.stderr]).toEqual([1, 'UNAUTHENTICATED: The API key is unknown.\n']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/got neither\. Name a file .*: --key-file\.\n$/)]);
  });
});

it('watch reports why it waits, and resumes when the server is available again', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const PORT = String(await freePort());
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none'), PORT };
  const url = `http://127.0.0.1:${PORT}`;
  await using watching = openWatch(`ws://127.0.0.1:${PORT}/graphql`);
  await watching.nextLine(/^No server listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Trying again in \d+\.\d s\.$/);
  const first = watching.nextLine(/"ONE"/);
  const lost = watching.nextLine(/^The connection .* Trying again in/);
  {
    await using server = await startLandfall(['serve'], { environment });
    await pushNotices(server.url, { transportDocumentReference: 'ONE', issueDateTime: '2026-03-02T13:05:00Z' });
    expect(JSON.parse(await first)).toMatchObject({ version: { partner: { id: 'acme', name: 'acme' } }, missed: null });
  }
  await lost;
  const [again, second] = [watching.nextLine(/^Connected again\.$/), watching.nextLine(/"TWO"/)];
  await using server = await startLandfall(['serve'], { environment });
  expect(server.url).toBe(url);
  await pushNotices(url, { transportDocumentReference: 'TWO', issueDateTime: '2026-03-02T13:05:00Z' });
  await Promise.all([again, second]);
  expect(watching.lines().filter((line) => line.includes('"ONE"'))).toHaveLength(1);
});

/** Starts `landfall watch` from the beginning of the log, and collects all its output. */
function openWatch(url: string) {
  const program = join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js');
  const child = spawn(process.execPath, [program, 'watch', '--url', url, '--after', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const printed = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      printed.emit('line', line);
    });
  }
  return {
    lines: () => lines,
    nextLine: async (pattern: RegExp): Promise<string> => {
      for await (const [line] of on(printed, 'line')) if (pattern.test(line)) return line;
      throw new Error('it printed nothing more');
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
