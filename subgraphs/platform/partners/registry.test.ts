import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Logger } from '../logger.ts';
import type { Partner } from './partner.ts';
import { openPartnerRegistry, type PartnerRegistry } from './registry.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const yamlOf = (id: string, key: string, rest = '') =>
  `id: ${id}\nname: ${id}\ninbound: { apiKey: { header: x-api-key, sha256: ["${hashOf(key)}"] } }\n${rest}`;

it('a missing folder is an empty registry that fills when the folder is created', async () => {
  await using folder = await openFolder();
  const dir = join(folder.path, 'partners');
  await using registry = await openPartnerRegistry({ dir, logger: silent(), env: {} });
  expect(registry.partners()).toEqual([]);
  const changed = nextChange(registry);
  await mkdir(dir);
  await writeFile(join(dir, 'acme.yaml'), yamlOf('acme', 'a'));
  await changed;
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme']);
});

it('loads yaml and yml directly in the folder and nothing else', async () => {
  await using folder = await openFolder({
    'acme.yaml': yamlOf('acme', 'a'),
    'blue.yml': yamlOf('blue', 'b'),
    'notes.txt': 'id: notes',
    '.acme.yaml.swp.yaml': 'id: [',
  });
  await mkdir(join(folder.path, 'sandbox'));
  await writeFile(join(folder.path, 'sandbox', 'deep.yaml'), yamlOf('deep', 'd'));
  await mkdir(join(folder.path, 'folder.yaml'));
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme', 'blue']);
  expect(registry.find('blue')?.name).toBe('blue');
  expect(registry.find('deep')).toBeUndefined();
  expect((await callerBy(registry, 'b'))?.id).toBe('blue');
  expect(await callerBy(registry, 'c')).toBeUndefined();
});

it('leaves out invalid files when it starts, reports all their issues once, and takes them when they are corrected', async () => {
  await using folder = await openFolder({
    'acme.yaml': yamlOf('acme', 'same'),
    'blue.yaml': yamlOf('blue', 'same'),
    'acme.yml': yamlOf('acme', 'other'),
    'green.yaml': 'id: gren\nnmae: g\n',
  });
  const log = captureLog();
  const logged = log.next('invalid partner files are left out');
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: log.logger, env: {} });
  expect(registry.problem()).toBe('the log names issues of partner files; the last valid versions stay in force');
  expect(await logged).toMatchObject({
    level: 50,
    issues: [
      expect.stringMatching(/^acme.yml:1:1 id: acme.yaml has the same id$/),
      expect.stringMatching(/^blue.yaml:3:50 inbound.apiKey.sha256\[0\]: acme.yaml has the same key$/),
      expect.stringMatching(/^green.yaml:1:1 id/),
      expect.stringMatching(/^green.yaml:1:1 name/),
      expect.stringMatching(/^green.yaml:2:1 nmae/),
    ],
  });
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme']);
  let isRepeated = false;
  void log.next('invalid partner files').then(() => {
    isRepeated = true;
  });
  expect(await registry.reload()).toHaveLength(5);
  expect([isRepeated, registry.problem() === undefined]).toEqual([false, false]);

  await rm(join(folder.path, 'acme.yml'));
  await folder.write('blue.yaml', yamlOf('blue', 'b'));
  await folder.write('green.yaml', yamlOf('green', 'g'));
  expect(await registry.reload()).toEqual([]);
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme', 'blue', 'green']);
  expect(registry.problem()).toBeUndefined();
});

it('does not start when there are files and none is valid, and reports all issues of all files', async () => {
  await using folder = await openFolder({ 'blue.yaml': 'id: blue\n', 'green.yaml': 'id: gren\nnmae: g\n' });
  await expect(openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(
      /4 issue\(s\):\n {2}blue.yaml:1:1 name.*\n {2}green.yaml:1:1 id.*\n {2}green.yaml:1:1 name.*\n {2}green.yaml:2:1 nmae/,
    ),
  });
});

it('follows files that are added, changed and removed', async () => {
  await using folder = await openFolder({ 'acme.yaml': yamlOf('acme', 'a') });
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  const before = registry.find('acme');

  let changed = nextChange(registry);
  await folder.write('blue.yaml', yamlOf('blue', 'b'));
  await changed;
  expect((await callerBy(registry, 'b'))?.id).toBe('blue');

  changed = nextChange(registry);
  // Most editors and deployments replace a file by a new one.
  await writeFile(join(folder.path, 'new'), yamlOf('acme', 'a2', 'carriers: [{ carrierCode: ACME, carrierCodeListProvider: NMFTA }]'));
  await rename(join(folder.path, 'new'), join(folder.path, 'acme.yaml'));
  await changed;
  expect(await callerBy(registry, 'a')).toBeUndefined();
  expect((await callerBy(registry, 'a2'))?.carriers).toHaveLength(1);
  expect(before?.carriers).toBeUndefined();

  changed = nextChange(registry);
  await rm(join(folder.path, 'blue.yaml'));
  await changed;
  expect(registry.find('blue')).toBeUndefined();
});

it('keeps the last valid version of a file that becomes invalid, and reports it', async () => {
  await using folder = await openFolder({ 'acme.yaml': yamlOf('acme', 'a') });
  const log = captureLog();
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: log.logger, env: {} });
  const logged = log.next('invalid partner files');
  await folder.write('acme.yaml', yamlOf('acme', 'a', 'maxReferences: 3'));
  expect((await logged)['issues']).toEqual(['acme.yaml:4:1 maxReferences: unknown field; the nearest known one is carriers']);
  expect((await callerBy(registry, 'a'))?.id).toBe('acme');
});

it('rejects a file that takes the key of another, and lets two files swap theirs', async () => {
  await using folder = await openFolder({ 'acme.yaml': yamlOf('acme', 'a'), 'blue.yaml': yamlOf('blue', 'b') });
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  await folder.write('acme.yaml', yamlOf('acme', 'b'));
  expect(await registry.reload()).toMatchObject([{ file: 'acme.yaml', message: 'blue.yaml has the same key' }]);
  expect((await callerBy(registry, 'a'))?.id).toBe('acme');
  expect((await callerBy(registry, 'b'))?.id).toBe('blue');

  await folder.write('blue.yaml', yamlOf('blue', 'a'));
  expect(await registry.reload()).toEqual([]);
  expect((await callerBy(registry, 'a'))?.id).toBe('blue');
  expect((await callerBy(registry, 'b'))?.id).toBe('acme');
});

it('rejects two files with the same token, signature or certificate, and shows none of them', async () => {
  const secret = Buffer.alloc(24, 5).toString('base64');
  const jwt = (audience: string) => ({ issuer: 'https://id.example', audience, jwksUri: 'https://id.example/jwks' });
  const hmac = (...secrets: string[]) => ({ scheme: 'standard-webhooks', secrets });
  const mtls = { header: 'x-fingerprint', fingerprints: [hashOf('certificate')] };
  const file = (id: string, inbound: object) => JSON.stringify({ id, name: id, allowPrivate: true, inbound });
  await using folder = await openFolder({
    'acme.yaml': file('acme', { jwt: jwt('landfall'), hmac: hmac(`whsec_${secret}`), mtls }),
    'blue.yaml': file('blue', { jwt: jwt('landfall-blue') }),
  });
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  await folder.write('blue.yaml', file('blue', { jwt: jwt('landfall'), hmac: hmac(secret), mtls: { ...mtls, header: 'x-other' } }));
  const issues = await registry.reload();
  expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'inbound.jwt: acme.yaml has the same issuer and audience',
    'inbound.hmac.secrets[0]: acme.yaml has the same secret',
    'inbound.mtls.fingerprints[0]: acme.yaml has the same fingerprint',
  ]);
  expect(JSON.stringify(issues)).not.toContain(secret);
  expect(registry.find('blue')?.inbound?.jwt?.audience).toBe('landfall-blue');
});

it('reads a secret again on reload', async () => {
  await using folder = await openFolder();
  await folder.write('key', 'first\n');
  const outbound = `outbound: { apiKey: { header: x-api-key, value: "\${file:${join(folder.path, 'key')}}" } }`;
  await folder.write('acme.yaml', yamlOf('acme', 'a', outbound));
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  expect(registry.find('acme')?.outbound?.apiKey?.value).toBe('first');
  await folder.write('key', 'second\n');
  expect(await registry.reload()).toEqual([]);
  expect(registry.find('acme')?.outbound?.apiKey?.value).toBe('second');
});

it('detects a folder that is switched by a symbolic link, as mounted configuration is', async () => {
  await using folder = await openFolder();
  for (const [version, key] of Object.entries({ one: '1', two: '2' })) {
    await mkdir(join(folder.path, version));
    await writeFile(join(folder.path, version, 'acme.yaml'), yamlOf('acme', key));
  }
  const dir = join(folder.path, 'mounted');
  await mkdir(dir);
  await symlink(join(folder.path, 'one'), join(dir, '..data'));
  await symlink(join('..data', 'acme.yaml'), join(dir, 'acme.yaml'));
  await using registry = await openPartnerRegistry({ dir, logger: silent(), env: {} });
  expect((await callerBy(registry, '1'))?.id).toBe('acme');
  const changed = nextChange(registry);
  await symlink(join(folder.path, 'two'), join(dir, '..new'));
  await rename(join(dir, '..new'), join(dir, '..data'));
  await changed;
  expect((await callerBy(registry, '2'))?.id).toBe('acme');
});

it('keeps all partners when their folder vanishes, and uses it again when it returns', async () => {
  await using folder = await openFolder();
  const [dir, away] = [join(folder.path, 'partners'), join(folder.path, 'away')];
  await mkdir(dir);
  await writeFile(join(dir, 'acme.yaml'), yamlOf('acme', 'a'));
  const log = captureLog();
  await using registry = await openPartnerRegistry({ dir, logger: log.logger, env: {} });
  expect(registry.problem()).toBeUndefined();
  const logged = log.next('partner files cannot be read');
  await rename(dir, away);
  expect(await logged).toMatchObject({ level: 50, err: { message: expect.stringContaining('does not exist') } });
  expect((await callerBy(registry, 'a'))?.id).toBe('acme');
  expect(registry.problem()).toBe('partner files cannot be read; the last valid versions stay in force');

  await writeFile(join(away, 'blue.yaml'), yamlOf('blue', 'b'));
  const changed = nextChange(registry);
  await rename(away, dir);
  await changed;
  expect(await registry.reload()).toEqual([]);
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme', 'blue']);
  expect(registry.problem()).toBeUndefined();
});

it.each([
  ['a file in its place', (dir: string) => writeFile(dir, 'x')],
  ['an empty folder in its place, as after a mount', (dir: string) => mkdir(dir)],
])('keeps all partners when their folder is replaced by %s', async (_what, replace) => {
  await using folder = await openFolder();
  const dir = join(folder.path, 'partners');
  await mkdir(dir);
  await writeFile(join(dir, 'acme.yaml'), yamlOf('acme', 'a'));
  await using registry = await openPartnerRegistry({ dir, logger: silent(), env: {} });
  await rename(dir, join(folder.path, 'away'));
  await replace(dir);
  await expect(registry.reload()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  expect((await callerBy(registry, 'a'))?.id).toBe('acme');
  expect(registry.problem()).toBeDefined();
});

it('keeps all partners when all of several files are gone at once, and removes those whose files are deleted one by one', async () => {
  const files = { 'acme.yaml': yamlOf('acme', 'a'), 'blue.yaml': yamlOf('blue', 'b') };
  await using folder = await openFolder(files);
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  for (const name of Object.keys(files)) await rm(join(folder.path, name));
  await expect(registry.reload()).rejects.toMatchObject({ message: expect.stringContaining('delete them one by one') });
  expect(registry.partners().map(({ id }) => id)).toEqual(['acme', 'blue']);

  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  for (const [name, left] of [['acme.yaml', ['blue']] as const, ['blue.yaml', []] as const]) {
    await rm(join(folder.path, name));
    expect(await registry.reload()).toEqual([]);
    expect(registry.partners().map(({ id }) => id)).toEqual(left);
  }
});

it('a partner whose file is no longer in a mounted configuration is removed, and the others stay', async () => {
  await using folder = await openFolder();
  const dir = join(folder.path, 'mounted');
  for (const [version, ids] of Object.entries({ one: ['acme', 'blue'], two: ['blue'] })) {
    await mkdir(join(folder.path, version));
    for (const id of ids) await writeFile(join(folder.path, version, `${id}.yaml`), yamlOf(id, id));
  }
  await mkdir(dir);
  await symlink(join(folder.path, 'one'), join(dir, '..data'));
  for (const id of ['acme', 'blue']) await symlink(join('..data', `${id}.yaml`), join(dir, `${id}.yaml`));
  await using registry = await openPartnerRegistry({ dir, logger: silent(), env: {} });
  const changed = nextChange(registry);
  await symlink(join(folder.path, 'two'), join(dir, '..new'));
  await rename(join(dir, '..new'), join(dir, '..data'));
  await rm(join(dir, 'acme.yaml'));
  await changed;
  expect(await registry.reload()).toEqual([]);
  expect(registry.partners().map(({ id }) => id)).toEqual(['blue']);
  expect(registry.problem()).toBeUndefined();
});

it('no longer notifies a listener that was removed, and notifies the others', async () => {
  await using folder = await openFolder({ 'acme.yaml': yamlOf('acme', 'a') });
  await using registry = await openPartnerRegistry({ dir: folder.path, logger: silent(), env: {} });
  const heard: string[] = [];
  const leave = registry.onChange(() => heard.push('left'));
  registry.onChange(() => heard.push('stayed'));
  leave();
  await folder.write('blue.yaml', yamlOf('blue', 'b'));
  await registry.reload();
  expect(heard).toEqual(['stayed']);
});

interface Folder extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string): Promise<void>;
}

async function openFolder(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-partners-'));
  const write = (name: string, text: string) => writeFile(join(path, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

function callerBy(registry: PartnerRegistry, key: string): Promise<Partner | undefined> {
  return registry.identify({ headers: { 'x-api-key': key }, readRawPieces: async () => [] });
}

function nextChange(registry: PartnerRegistry): Promise<void> {
  return new Promise((resolve) => {
    const leave = registry.onChange(() => {
      leave();
      resolve();
    });
  });
}

function silent(): Logger {
  return pino({ level: 'silent' });
}

function captureLog(): { logger: Logger; next: (message: string) => Promise<Record<string, unknown>> } {
  const waiting: { message: string; resolve: (line: Record<string, unknown>) => void }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = JSON.parse(String(chunk));
      for (const { message, resolve } of waiting) if (String(line.msg).startsWith(message)) resolve(line);
      done();
    },
  });
  return { logger: pino({}, stream), next: (message) => new Promise((resolve) => waiting.push({ message, resolve })) };
}
