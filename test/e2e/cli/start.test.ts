import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LandfallProcess, runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { keyOf } from '../access/open-access.ts';

type Line = Readonly<Record<string, unknown>> & { readonly level: number; readonly msg: string };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let landfall: LandfallProcess;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const partners = join(folder.path, 'partners');
  await mkdir(partners);
  await writePartners(partners);
  const inline = 'outbound: { apiKey: { header: x-api-key, value: written-here } }\narrivalNotices: { baseUrl: "http://127.0.0.1:9" }';
  await writeFile(join(partners, 'inline.yaml'), `id: inline\nname: Inline\n${inline}\nallowPrivate: true\n`);
  const accessFile = join(folder.path, 'access.yaml');
  const tenants = { blue: { ...keyOf('blue').written, partners: ['acme', 'acmee'] }, red: keyOf('red').written };
  await writeFile(accessFile, JSON.stringify({ tenants }));
  environment = { DATA_DIR: join(folder.path, 'data'), PARTNERS_DIR: partners, ACCESS_FILE: accessFile };
  landfall = await startLandfall(['serve'], { environment });
});
afterAll(async () => {
  await landfall[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const linesOf = (text: string): Line[] => text.split('\n').map((line) => JSON.parse(line));

describe('a Landfall that starts', () => {
  it('writes only JSON, on standard output and standard error', () => {
    expect(linesOf(landfall.output()).every(({ level }) => level > 0)).toBe(true);
  });

  it('lists in one line the partners and tenants that it has loaded', () => {
    const lines = linesOf(landfall.output()).filter(({ msg }) => msg === 'listening');
    expect(landfall.output()).not.toContain('Server listening');
    expect(lines).toEqual([
      expect.objectContaining({
        url: landfall.url,
        access: `as ${environment['ACCESS_FILE']} says`,
        tenants: ['blue', 'red'],
        partnersDir: environment['PARTNERS_DIR'],
        partners: ['acme', 'inline', 'other'],
      }),
    ]);
  });

  it('warns of tenants that name an unknown partner, and of secrets in a file, without repeating them', () => {
    const warnings = linesOf(landfall.output()).filter(({ level }) => level === 40);
    expect(warnings).toEqual([
      expect.objectContaining({
        warnings: [
          // biome-ignore lint/suspicious/noTemplateCurlyInString: references look like templates
          'inline.yaml:3:42 outbound.apiKey.value: expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline',
        ],
      }),
      expect.objectContaining({ unknown: [{ tenant: 'blue', partners: ['acmee'] }] }),
    ]);
    expect(landfall.output()).not.toContain('written-here');
  });
});

describe('Node’s own messages about a running process are lines of its log', () => {
  /** Makes a process run code at a signal. */
  const startWith = async (name: string, act: string) => {
    const file = join(folder.path, `${name}.cjs`);
    await writeFile(file, `process.on('SIGUSR2', () => { ${act} });`);
    const own = { DATA_DIR: join(folder.path, name), ACCESS_FILE: join(folder.path, 'nowhere.yaml'), NODE_OPTIONS: `--require ${file}` };
    return startLandfall(['serve'], { environment: { ...environment, ...own } });
  };

  it.each([
    ['an uncaught error', 'thrown', "process.emitWarning('old'); setImmediate(() => { throw new Error('uncaught in a test') })"],
    [
      'an unhandled rejection',
      'rejected',
      "process.emitWarning('old'); setImmediate(() => Promise.reject(new Error('uncaught in a test')))",
    ],
  ])('%s, which makes it exit with 1, and a warning', async (_what, name, act) => {
    await using faulty = await startWith(name, act);
    expect(await faulty.kill('SIGUSR2')).toBe(1);
    const lines = linesOf(faulty.output());
    expect(lines.filter(({ level }) => level === 60)).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: 'uncaught in a test', stack: expect.any(String) }) }),
    ]);
    expect(lines.filter(({ level }) => level === 40)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'Node.js warning', err: expect.objectContaining({ message: 'old' }) }),
        expect.objectContaining({
          accessFile: join(folder.path, 'nowhere.yaml'),
          msg: expect.stringMatching(/^ACCESS_FILE names a file that does not/),
        }),
      ]),
    );
  });
});

const faultyStarts: readonly (readonly [string, () => Record<string, string>, () => unknown])[] = [
  [
    'a port that is taken',
    () => ({ PORT: String(landfall.port), DATA_DIR: join(folder.path, 'second') }),
    () =>
      `Cannot listen on 127.0.0.1:${landfall.port}: another process listens there (EADDRINUSE). End that process, or choose another port with PORT.`,
  ],
  [
    'a host that this machine does not have',
    () => ({ HOST: '192.0.2.1', DATA_DIR: join(folder.path, 'second') }),
    () => expect.stringContaining('this machine does not have the address (EADDRNOTAVAIL)'),
  ],
  [
    'a folder of partners that was named and does not exist',
    () => ({ PARTNERS_DIR: join(folder.path, 'partnerz'), DATA_DIR: join(folder.path, 'second') }),
    () => `PARTNERS_DIR: ${folder.path}/partnerz does not exist. Create it, or correct the setting.`,
  ],
  [
    'a manifest that does not exist',
    () => ({ TRUSTED_DOCUMENTS: '/nowhere.json', DATA_DIR: join(folder.path, 'second') }),
    () => 'TRUSTED_DOCUMENTS: /nowhere.json cannot be read (ENOENT). Create it, or correct the setting.',
  ],
];

describe('a start that cannot succeed reports in one line why and what to do, and exits with 1:', () => {
  it.each(faultyStarts)('%s', async (_what, wrong, said) => {
    const { code, stdout, stderr } = await runLandfall(['serve'], { environment: { ...environment, ...wrong() } });
    const [line = '', ...more] = stderr.trim().split('\n');
    expect([code, line.replace(/^CONFIG_INVALID: /, ''), more]).toEqual([1, said(), []]);
    expect(line).toMatch(/^CONFIG_INVALID: /);
    expect(stdout).not.toContain('"level":60');
  });
});

it('the program prints its version', async () => {
  const { code, stdout } = await runLandfall(['--version'], { environment: {} });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});
