// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in the access file look like templates.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openAccessRegistry } from '#platform/access/access-registry.ts';
import { credentialInPayload } from '#platform/access/sessions.ts';
import { readConfig } from '#platform/config.ts';
import { type Running, start } from '../../../gateway/main.ts';
import { temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openMemoryLog } from '../credentials/memory-log.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { keyOf, openAccess } from './open-access.ts';

const tenants = { blue: keyOf('blue').written, ops: { ...keyOf('ops').written, operator: true } };

describe('an access file', () => {
  it('is followed while running, and an invalid version of it leaves the last valid one in force', async () => {
    await using opened = await openAccess({ blue: keyOf('blue').written });
    const tenantOf = async (name: string) => {
      const session = await opened.access.signIn(credentialInPayload(keyOf(name).sent)).catch((error: { code: string }) => error.code);
      return typeof session === 'string' ? session : session.tenant;
    };
    const changed = () => new Promise<void>((resolve) => void opened.access.onChange(resolve));
    expect([await tenantOf('blue'), await tenantOf('red')]).toEqual(['blue', 'UNAUTHENTICATED']);

    const added = changed();
    await opened.write({ blue: keyOf('blue').written, red: keyOf('red').written });
    await added;
    expect([await tenantOf('blue'), await tenantOf('red')]).toEqual(['blue', 'red']);

    await opened.write({ red: { charge: false } });
    const issues = await opened.access.reload();
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'tenants.red.charge: unknown field; the nearest known one is charges',
    ]);
    expect(opened.log.text()).toContain('the access file is invalid; its last valid version stays in force');
    expect([await tenantOf('blue'), await tenantOf('red')]).toEqual(['blue', 'red']);

    await rm(opened.file);
    expect(await opened.access.reload()).toMatchObject([{ message: 'no longer exists' }]);
    await vi.waitFor(() => expect(opened.access.problem()).toContain('last valid versions stay in force'));
    expect(opened.log.text()).toContain('the access file no longer exists; its last version stays in force');
    expect([opened.access.isOpen, await tenantOf('blue'), await tenantOf('unknown')]).toEqual([false, 'blue', 'UNAUTHENTICATED']);
  });

  it('applies changed thresholds immediately, separately for each tenant', async () => {
    await using opened = await openAccess({ blue: {}, red: { alerts: { etaChangedHours: 1 } } });
    const thresholds = () => opened.access.tenants().map(({ name, thresholds: { etaChangedHours } }) => [name, etaChangedHours]);
    expect(thresholds()).toEqual([
      ['blue', 6],
      ['red', 1],
    ]);
    const changes: unknown[] = [];
    opened.access.onChange(() => changes.push(thresholds()));
    await opened.write({ blue: { alerts: { etaChangedHours: 48 } }, red: {} });
    await opened.access.reload();
    expect(changes).toEqual([
      [
        ['blue', 48],
        ['red', 6],
      ],
    ]);
  });

  it('that is invalid at the start is rejected with file, line and expectation, with all issues together and without secrets', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.yaml');
    await writeFile(file, 'jwt: { secret: "${env:SECRET}", issuer: i }\ntenants:\n  blue: { operator: 1 }\n');
    const opening = openAccessRegistry({ file, logger: openMemoryLog().logger, env: { SECRET: 'sesame' } });
    await expect(opening).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: [
        `${file} has 3 issue(s):`,
        'access.yaml:1:1 jwt.audience: expected a string, got nothing',
        'access.yaml:1:8 jwt.secret: expected a secret of at least 32 bytes, got the value of ${env:SECRET}',
        'access.yaml:3:11 tenants.blue.operator: expected true or false, got 1',
      ].join('\n  '),
    });
  });

  it('that is created later ends open access, including that of open sockets', async () => {
    await using landfall = await openTogether();
    expect(await codesOf(landfall, {})).toEqual([]);
    await using client = await openSocket(landfall.running.url);
    client.subscribe('a', 'subscription { arrivalNoticeVersionReceived { cursor } }');
    await landfall.writeAccess({ tenants });
    await client.until((messages) => messages.some(({ id, type }) => id === 'a' && type === 'error'));
    expect(await codesOf(landfall, {})).toEqual(['UNAUTHENTICATED']);
    expect(await codesOf(landfall, keyOf('ops').sent)).toEqual([]);
  });
});

describe('a Landfall', () => {
  it('logs at its start whether access is open or restricted by the access file', async () => {
    await using open = await openTogether();
    expect(openingLine(open)).toMatchObject({ access: 'open: every caller sees all data' });
    await using guarded = await openTogether({ tenants });
    expect(openingLine(guarded)).toMatchObject({ access: `as ${guarded.file} says` });
  });

  it('without an access file refuses every address but loopback', async () => {
    await using folder = await temporaryFolder();
    const config = readConfig({ HOST: '0.0.0.0', PORT: '0', DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') });
    await expect(start('all', config, openMemoryLog().logger, { env: {} })).rejects.toThrow(
      /HOST: every caller would see all data on 0\.0\.0\.0/,
    );
  });

  it('with an access file shows data to no other caller, and reports its health to all', async () => {
    await using landfall = await openTogether({ tenants });
    const status = async (path: string, headers = {}) => (await fetch(`${landfall.running.url}${path}`, { headers })).status;
    const query = `/graphql?query=${encodeURIComponent('{ arrivalNotices { nodes { id } } }')}`;
    const preflight = { 'graphql-require-preflight': '1' };
    expect([await status(query, preflight), await status('/visualizations/x')]).toEqual([401, 401]);
    expect([await status(query, { ...preflight, ...keyOf('blue').sent }), await status('/visualizations/x', keyOf('blue').sent)]).toEqual([
      200, 404,
    ]);
    expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 200, 401]);
  });

  it('shows partners to operators only, with an error at that path, and answers the rest of the query', async () => {
    await using landfall = await openTogether({ tenants });
    const query = '{ vessel(vesselIMONumber: "9321483") { vesselIMONumber } partners { id commercialSchedules { endpoint { host } } } }';
    expect(await sendQuery(landfall, query, keyOf('blue').sent)).toEqual({
      errors: [
        {
          message: 'partners requires the operator right: a tenant with operator: true.',
          path: ['partners'],
          extensions: { code: 'FORBIDDEN' },
        },
      ],
      data: { vessel: { vesselIMONumber: '9321483' }, partners: null },
    });
    expect(await sendQuery(landfall, query, keyOf('ops').sent)).toMatchObject({ data: { partners: [{ id: 'acme' }, { id: 'other' }] } });
  });
});

interface OpenTogether extends AsyncDisposable {
  readonly running: Running;
  readonly file: string;
  readonly logged: () => string;
  writeAccess(content: object): Promise<void>;
}

/** Opens everything in this process, with the partners `acme` and `other`. @param access absent for no access file */
async function openTogether(access?: object): Promise<OpenTogether> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const file = join(folder.path, 'rights', 'access.yaml');
  const log = openMemoryLog();
  const writeAccess = async (content: object) => {
    await mkdir(join(folder.path, 'rights'), { recursive: true });
    await writeFile(file, JSON.stringify(content));
  };
  if (access !== undefined) await writeAccess(access);
  const config = readConfig({ PORT: '0', DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: file });
  const running = await start('all', config, log.logger, { env: {} });
  return {
    running,
    file,
    logged: log.text,
    writeAccess,
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function openingLine({ logged }: OpenTogether): unknown {
  const line = logged()
    .split('\n')
    .find((each) => each.includes('"listening"'));
  return JSON.parse(line ?? 'null');
}

async function sendQuery(
  { running }: OpenTogether,
  query: string,
  headers: object,
): Promise<{ errors?: { extensions: { code: string } }[] }> {
  const answer = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return (await answer.json()) as never;
}

async function codesOf(landfall: OpenTogether, headers: object): Promise<string[]> {
  const { errors = [] } = await sendQuery(landfall, '{ __typename }', headers);
  return errors.map(({ extensions }) => extensions.code);
}
