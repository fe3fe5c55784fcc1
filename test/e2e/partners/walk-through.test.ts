import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { runLandfall, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { textOn } from '../../support/pages.ts';
import { freePort, startProcess } from '../../support/processes.ts';

interface Answer {
  readonly arrivalNotices: Connection;
  readonly vesselSchedules: Connection;
}

interface Connection {
  readonly nodes: readonly { readonly partner: { readonly id: string } }[];
  readonly sources: readonly { readonly partner: { readonly id: string }; readonly status: string }[];
}

/** Returns the code blocks of the section, in their order, with free ports instead of those in the text. */
function readSection(ports: Readonly<Record<string, number>>): { readonly language: string; readonly text: string }[] {
  const section = /## Add your first partner in five minutes\n([\s\S]*?)\n## /.exec(textOn('docs/partners.md'))?.[1] ?? '';
  const written = new RegExp(`127\\.0\\.0\\.1:(${Object.keys(ports).join('|')})|--port (\\d+)`, 'g');
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text: text.replaceAll(written, (found, address, port) => found.replace(address ?? port, `${ports[address ?? port]}`)),
  }));
}

/** Maximum wait until a changed file is reloaded. */
const reloadMs = 60_000;

test('the walk-through: a file in an empty folder, a check, rows, and another standard while everything runs', async () => {
  const port = await freePort();
  const [sandbox, file, commands, query, addition, ...rest] = readSection({ 4100: port, 4000: 0 });
  expect([sandbox, file, commands, query, addition].map((block) => block?.language)).toEqual(['sh', 'yaml', 'sh', 'graphql', 'yaml']);
  expect(rest).toEqual([]);
  const argumentsIn = (text = '') => [...text.matchAll(/^npm run -s landfall -- (.*)$/gm)].map(([, words = '']) => words.split(' '));
  await using folder = await temporaryFolder();

  const program = join(packageRoot, 'dist', 'gateway', 'cli', 'landfall.js');
  await using carrier = await startProcess(process.execPath, {
    args: [program, ...(argumentsIn(sandbox?.text)[0] ?? [])],
    ready: /x-api-key: (\S+)/,
  });
  const exported = Object.fromEntries([...(commands?.text ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  expect(carrier.ready[1]).toBe(exported['NORTHERN_STAR_KEY']);

  const path = join(folder.path, /^# (\S+)/.exec(file?.text ?? '')?.[1] ?? '');
  await mkdir(dirname(path));
  await writeFile(path, file?.text ?? '');
  const environment = { ...exported, PARTNERS_DIR: dirname(path), DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  expect(exported['PARTNERS_DIR']).toBe('my-partners');

  const [check = []] = argumentsIn(commands?.text);
  expect(commands?.text).toMatch(/^npm start$/m);
  const checked = await runLandfall(check, { environment });
  // The file claims filters that the carrier does not know; the lines to paste omit them.
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringMatching(/arrivalNotices:[\s\S]*filters:/)]);

  await using landfall = await startLandfall(['serve'], { environment });
  const sendQuery = async (): Promise<Answer> => {
    const answer = await fetch(`${landfall.url}/graphql?${new URLSearchParams({ query: query?.text ?? '' })}`, {
      headers: { 'graphql-require-preflight': '1' },
    });
    const { data, errors } = (await answer.json()) as { data: Answer; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  const before = await sendQuery();
  expect(before.arrivalNotices.nodes).not.toHaveLength(0);
  expect(before.arrivalNotices.sources).toMatchObject([{ partner: { id: 'northern-star' }, status: 'OK' }]);
  expect(before.vesselSchedules.nodes).toEqual([]);

  await appendFile(path, addition?.text ?? '');
  const until = performance.now() + reloadMs;
  let after = await sendQuery();
  while (after.vesselSchedules.nodes.length === 0 && performance.now() < until) {
    await pause(100);
    after = await sendQuery();
  }
  expect(after.vesselSchedules.sources).toMatchObject([{ partner: { id: 'northern-star' }, status: 'OK' }]);
  expect(new Set(after.vesselSchedules.nodes.map(({ partner }) => partner.id))).toEqual(new Set(['northern-star']));
});
