import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { defaultEndpointOf, endpointFields, parsePartner } from '#platform/partners/partner.ts';
import { checkPartner } from '#platform/upstream/check/check-partner.ts';
import { textReportOf, yamlSnippetOf } from '#platform/upstream/check/report.ts';
import { createSendRequest } from '#platform/upstream/send.ts';
import { arrivalNoticeProbes } from '../../subgraphs/arrival-notices/upstream/probes.ts';
import { commercialScheduleProbes } from '../../subgraphs/commercial-schedules/upstream/probes.ts';
import { portCallProbes } from '../../subgraphs/port-calls/upstream/probes.ts';
import { keyOf } from '../e2e/access/open-access.ts';
import { openFakePartner, type RecordedRequest } from '../support/fake-partner.ts';
import { temporaryFolder, writePartners } from '../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../support/open-landfall.ts';
import { patientQuery } from '../support/patient-query.ts';
import { createTestClock } from '../support/test-clock.ts';
import type { Habit } from './habit.ts';

const folder = join(packageRoot, 'test', 'partners');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
// A relative path would be resolved to the folders that exist when this file is compiled, and the result is kept.
const habits = await Promise.all(
  names.map(async (name) => ({ name, habit: ((await import(join(folder, name, 'habit.ts'))) as { habit: Habit }).habit })),
);

describe('a partner whose habit is', () => {
  /** One Landfall of all partners, because opening one takes longer than a habit. */
  let all: Opened;
  const partners = new Map<string, Awaited<ReturnType<typeof openHabit>>>();
  /** Partners of their own, because answers may depend on the requests before. */
  const checked: AsyncDisposable[] = [];
  beforeAll(async () => {
    for (const { name, habit } of habits) partners.set(name, await openHabit(habit));
    all = await openFiles(await Promise.all([...partners].map(async ([name, partner]) => ({ name, file: await fileOf(name, partner) }))));
  });
  afterAll(async () => {
    for (const opened of [all, ...partners.values(), ...checked]) await opened?.[Symbol.asyncDispose]();
  });

  it.each(habits)('$name: $habit.sees', ({ name, habit }) => expectAnswers(all, name, habit));

  /** What partners check proposes in place of a file, where it differs from that; the partner has forgotten all requests. */
  const proposals: { readonly name: string; readonly habit: Habit; readonly file: string }[] = [];

  it.each(habits)('$name is seen by partners check', async ({ name, habit }) => {
    const partner = await openHabit(habit);
    checked.push(partner);
    const lines = (await fileOf(name, partner)).split('\n').filter((line) => habit.line === undefined || line !== `  ${habit.line}`);
    const file = lines.join('\n');
    const report = await check(file, name, habit);
    const text = textReportOf(report);
    for (const reported of habit.reported ?? []) expect(text).toMatch(reported);
    const blocks = report.standards.map(({ standard, profile }) => yamlSnippetOf(standard, profile));
    // Lines of other blocks, which hold credentials and limits, cannot be found by requests.
    const isOfBlock = habit.line !== undefined && (await fileOf(name, partner)).includes(`\n  ${habit.line}`);
    if (isOfBlock) expectLine(habit.line ?? '', blocks);
    const proposed = JSON.stringify(Object.assign(parse(file), ...blocks.map((block) => parse(block))));
    // The answers with the file itself are known.
    if (isDeepStrictEqual(partnerIn(proposed, name, habit), partnerIn(await fileOf(name, partner), name, habit))) return;
    partner.forget();
    proposals.push({ name, habit, file: proposed });
  });

  it('is answered in the same way with the block that partners check proposes', async () => {
    await using proposed = await openFiles(proposals);
    const failed: string[] = [];
    for (const { name, habit } of proposals) {
      await expectAnswers(proposed, name, habit).catch((error: unknown) => failed.push(`${name}: ${error}`));
    }
    expect(failed).toEqual([]);
  });
});

/** Opens the partner. Its answers may depend on the requests before; `forget` drops those. */
async function openHabit(habit: Habit) {
  let answered: RecordedRequest[] = [];
  const partner = await openFakePartner({
    otherwise: (request) => {
      const answer = habit.answer(request, [...answered]);
      answered.push(request);
      return answer;
    },
  });
  const forget = () => {
    answered = [];
  };
  return { ...partner, forget, [Symbol.asyncDispose]: () => partner[Symbol.asyncDispose]() };
}

async function fileOf(name: string, { url }: { readonly url: string }): Promise<string> {
  return (await readFile(join(folder, name, 'partner.yaml'), 'utf8')).replaceAll('https://partner.example', url);
}

function partnerIn(file: string, name: string, { secrets: env = {} }: Pick<Habit, 'secrets'>) {
  const parsed = parsePartner(file, { fileName: `${name}.yaml`, env, readSecretFile: () => '' });
  if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
  return parsed.value;
}

async function check(file: string, name: string, habit: Habit) {
  const logger = createLogger('silent');
  await using outbound = createOutbound({ logger });
  const standards = [arrivalNoticeProbes, commercialScheduleProbes, portCallProbes];
  // Time is not waited for.
  const clock = createTestClock();
  const send = createSendRequest({ outbound, logger });
  return checkPartner(partnerIn(file, name, habit), { send, standards, timeoutMs: 3_600_000, clock, given: habit.with ?? {} });
}

/**
 * Expects that the proposed block has a line. Names of headers are in lower case there; lists may be longer. A line that
 * the block leaves to people to choose is chosen here.
 */
function expectLine(line: string, blocks: string[]): void {
  const [name = '', value] = Object.entries(parse(line.replaceAll(/\b[A-Z]\w*(?:-\w+)+/g, (header) => header.toLowerCase())))[0] ?? [];
  const [block = ''] = blocks;
  if (block.includes(`  # ${name}: `)) blocks[0] = `${block}  ${line}\n`;
  expect(Object.values(parse(blocks[0] ?? ''))[0]).toMatchObject({ [name]: Array.isArray(value) ? expect.arrayContaining(value) : value });
}

/** A Landfall with files of partners, each of which a tenant of its name sees alone. */
interface Opened extends AsyncDisposable {
  readonly landfall: OpenLandfall;
}

async function openFiles(written: readonly { readonly name: string; readonly file: string }[]): Promise<Opened> {
  const files = await temporaryFolder();
  await writePartners(files.path);
  for (const { name, file } of written) await writeFile(join(files.path, `${name}.yaml`), file);
  const tenants = Object.fromEntries(written.map(({ name }) => [name, { ...keyOf(name).written, partners: ['acme', name] }]));
  const settings = { PARTNERS_DIR: files.path, ACCESS_FILE: join(files.path, 'access.json'), AUDIT: 'off' };
  await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants }));
  const secrets = Object.assign({}, ...habits.map(({ habit }) => habit.secrets)) as Record<string, string>;
  const landfall = await openLandfall({ ...secrets, ...settings });
  return {
    landfall,
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
    },
  };
}

async function expectAnswers({ landfall }: Opened, name: string, { notices, asks }: Habit): Promise<void> {
  if (notices !== undefined) expect((await landfall.push(...notices)).status).toBe(200);
  for (const { query, variables, data } of asks) {
    const headers = { 'content-type': 'application/json', ...keyOf(name).sent };
    const body = JSON.stringify({ query: patientQuery(query), variables });
    const answer = await fetch(`${landfall.url}/graphql`, { method: 'POST', headers, body });
    const { data: got, errors } = (await answer.json()) as { data: object; errors?: unknown };
    expect({ errors, data: got }).toMatchObject({ errors: undefined, data });
  }
}

it('the table of docs/partners.md has each habit with its line', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'partners.md'), 'utf8');
  const missing = habits.filter(({ habit: { sees, line } }) => !page.includes(line === undefined ? sees : `\n| ${sees} | \`${line}\` |\n`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it('docs/partners.md lists the permitted filters of each standard', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'partners.md'), 'utf8');
  for (const field of Object.values(endpointFields)) {
    expect(page).toContain(`| \`${field}\` | \`${defaultEndpointOf(field).filters.join(', ')}\` |`);
  }
});
