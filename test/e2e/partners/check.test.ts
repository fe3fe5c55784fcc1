import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createOutbound } from '#platform/http/outbound.ts';
import type { EndpointField, Partner } from '#platform/partners/partner.ts';
import { type CheckOptions, checkPartner } from '#platform/upstream/check/check-partner.ts';
import { type CheckReport, differs, exitStatusOf, jsonReportOf, textReportOf, yamlSnippetOf } from '#platform/upstream/check/report.ts';
import { maxRequests, type Verdict } from '#platform/upstream/check/requester.ts';
import { createSendRequest } from '#platform/upstream/send.ts';
import { arrivalNoticeProbes } from '../../../subgraphs/arrival-notices/upstream/probes.ts';
import { commercialScheduleProbes } from '../../../subgraphs/commercial-schedules/upstream/probes.ts';
import { portCallProbes } from '../../../subgraphs/port-calls/upstream/probes.ts';
import { arrival, call, voyage } from '../../partners/habit.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { parsedPartner } from '../../support/parsed-partner.ts';
import { runHere } from '../../support/run-here.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { answerTo, type Fault, openPublisher, partnerAt, partnerFileAt, publisherKey } from './publisher.ts';
import { openSettledSandbox, type SettledSandbox } from './settled-sandbox.ts';

const logger = pino({ level: 'silent' });
const standards = [arrivalNoticeProbes, commercialScheduleProbes, portCallProbes];

describe('the partners of the demo', () => {
  let sandbox: SettledSandbox;
  const reports = new Map<string, CheckReport>();
  const reportOn = (id: string) => {
    const report = reports.get(id);
    if (report === undefined) throw new Error(`${id} was not checked`);
    return report;
  };
  beforeAll(async () => {
    sandbox = await openSettledSandbox();
    for (const id of ['northern-star', 'coral-line', 'quayside']) reports.set(id, await check(sandbox.partner(id)));
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  it.each(['northern-star', 'coral-line', 'quayside'])('%s has the capabilities that its file claims', (id) => {
    for (const { profile, ended, probes, requests } of reportOn(id).standards) {
      expect(ended).toBeUndefined();
      expect(profile.filter(differs)).toEqual([]);
      expect(namesOf(probes, 'DIFFERS')).toEqual([]);
      expect(requests).toBeLessThanOrEqual(maxRequests);
    }
  });

  it('are distinguished: one conforms exactly where the other one deviates', () => {
    const [conforming, deviating] = [reportOn('northern-star'), reportOn('coral-line')];
    // Some of its notices contain nulls, as defined in its scenario.
    expect(brokenOf(conforming, 'arrivalNotices').filter((name) => name !== 'arrival notices')).toEqual([]);
    expect(brokenOf(conforming, 'commercialSchedules')).toEqual([]);
    expect(brokenOf(deviating, 'arrivalNotices')).toEqual(
      expect.arrayContaining(['arrival notices', 'filter portOfDischarge', 'list with commas']),
    );
    expect(brokenOf(deviating, 'commercialSchedules')).toEqual(expect.arrayContaining(['vessel-schedules', 'filter facilitySMDGCode']));
    expect([exitStatusOf(deviating), exitStatusOf(reportOn('quayside'))]).toEqual([3, 0]);
  });

  it.each([
    ['northern-star', 'arrivalNotices', { versionHeader: 'major', maxReferences: 50, paging: false }],
    ['coral-line', 'arrivalNotices', { versionHeader: 'full', maxReferences: 50, listStyle: 'comma', version: '1.0.0' }],
    ['coral-line', 'commercialSchedules', { version: '1.0.3', paging: false }],
    ['quayside', 'portCalls', { versionHeader: 'none', version: '2.1.0', paging: false }],
  ] as const)('the capabilities of %s are detected with a file that makes other claims on %s', async (id, field, claims) => {
    const partner = sandbox.partner(id);
    const truth = partner[field];
    if (truth === undefined) throw new Error('not offered');
    // Every other filter, so that some claims are missing and some are wrong.
    const all = truth.filters.toSorted();
    const filters = [...all.filter((_, index) => index % 2 === 0), ...lacking(id)];
    const report = await check({ ...partner, [field]: { ...truth, ...claims, filters } } as Partner, { standards: ofField(field) });
    const [standard] = report.standards;
    expect(exitStatusOf(report)).toBe(1);
    const fragment = parse(yamlSnippetOf(field, standard?.profile ?? []))[field];
    expect(fragment).toMatchObject({ version: truth.version, paging: truth.paging });
    // Any style that the partner accepts is correct.
    if (id === 'coral-line') expect(fragment.versionHeader).toBe(truth.versionHeader);
    if (field === 'arrivalNotices') expect(fragment).toMatchObject({ maxReferences: truth.maxReferences, listStyle: truth.listStyle });
    const assessed = standard?.profile.filter(({ filter, isDetermined }) => filter !== undefined && isDetermined) ?? [];
    expect(assessed.length).toBeGreaterThanOrEqual(3);
    for (const { filter, found } of assessed) expect(found !== undefined, filter).toBe(truth.filters.some((name) => name === filter));
  });
});

/** Returns the filters that a party does not apply. */
function lacking(id: string): string[] {
  if (id === 'northern-star') return ['vesselName', 'carrierServiceCode'];
  return id === 'coral-line' ? ['vesselName'] : [];
}

describe('a partner that conforms exactly', () => {
  it('with a file that claims it gives 0, with a limited number of GETs only', async () => {
    await using publisher = await openPublisher();
    const report = await check(partnerAt(publisher.url));
    expect(report.standards[0]?.probes.filter(({ verdict }) => verdict === 'BROKEN' || verdict === 'DIFFERS')).toEqual([]);
    expect(exitStatusOf(report)).toBe(0);
    expect(publisher.requests.length).toBe(report.standards[0]?.requests);
    expect(publisher.requests.length).toBeLessThanOrEqual(maxRequests);
    expect(new Set(publisher.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(publisher.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([publisherKey]));
  });

  it('that requests a pause gets it, with the same result', async () => {
    let count = 0;
    await using publisher = await openPublisher(() => {
      count += 1;
      return count === 5 ? { status: 429, headers: { 'retry-after': '11' } } : undefined;
    });
    const clock = createTestClock();
    expect(exitStatusOf(await check(partnerAt(publisher.url), { clock }))).toBe(0);
    expect(clock.pauses.filter((ms) => ms > 1_000)).toEqual([11_000]);
  });

  it('with a file that claims less differs', async () => {
    await using publisher = await openPublisher();
    const report = await check(partnerAt(publisher.url, ['  filters: [transportDocumentReferences]', '  maxReferences: 5']));
    expect(exitStatusOf(report)).toBe(1);
    expect(namesOf(report.standards[0]?.probes, 'DIFFERS')).toEqual([
      'filter portOfDischarge',
      'filter portOfDischargeArrivalDateMin',
      'filter portOfDischargeArrivalDateMax',
      'number of references',
    ]);
  });
});

/** Faults with which a line of the file deals. */
const corrected: ReadonlySet<string> = new Set(['next page', 'number of references', 'filter portOfDischarge']);

describe('a fault', () => {
  const of = (name: string, change: Fault): [string, Fault] => [name, change];
  const [cursorGiven, listOf] = [
    (request: Parameters<Fault>[0]) => request.query.has('cursor'),
    (answer: Parameters<Fault>[1]) => (answer.body as { arrivalNotices?: object[] }).arrivalNotices ?? [],
  ];

  it.each([
    of('next page', (request) => (cursorGiven(request) ? answerTo(withoutCursor(request)) : undefined)),
    // Pages end at the limit, and nothing leads to the next one.
    of('next page', (request, answer) =>
      request.query.has('limit') && listOf(answer).length > 0 ? { ...answer, headers: { 'api-version': '1.0.1' } } : undefined,
    ),
    of('end of the list', (request, answer) =>
      cursorGiven(request) ? { ...answer, headers: { 'api-version': '1.0.1', 'next-page-cursor': '3' } } : undefined,
    ),
    of('number of references', (request, answer) => {
      const [, last = ''] = /,(\w+)$/.exec(request.query.get('transportDocumentReferences') ?? '') ?? [];
      const isLong = (request.query.get('transportDocumentReferences') ?? '').split(',').length > 5;
      const kept = listOf(answer).filter((notice) => !JSON.stringify(notice).includes(last));
      return isLong ? { ...answer, status: 200, body: { arrivalNotices: kept } } : undefined;
    }),
    of('filter transportDocumentReferences', (_, answer) =>
      answer.status === undefined && listOf(answer).length === 0 ? { ...answer, status: 404 } : undefined,
    ),
    of('filter portOfDischarge', (request, answer) =>
      request.query.has('portOfDischarge') ? { ...answer, body: { arrivalNotices: [] } } : undefined,
    ),
    of('API-Version of answers', (_, answer) => ({ ...answer, headers: { ...answer.headers, 'api-version': '1' } })),
  ])('is detected by the probe "%s"', async (name, fault) => {
    await using publisher = await openPublisher(fault);
    const report = await check(partnerAt(publisher.url));
    expect(namesOf(report.standards[0]?.probes, 'BROKEN')).toContain(name);
    expect(exitStatusOf(report)).toBe(corrected.has(name) ? 1 : 3);
    expect(publisher.requests.length).toBeLessThanOrEqual(maxRequests);
  });

  it('of a Producer that refuses limit results in the line that keeps it from being sent', async () => {
    const rows = ['FE1', 'FE2'].map((carrierServiceCode) => ({ carrierServiceCode, vesselSchedules: [] }));
    await using producer = await openFakePartner({
      otherwise: ({ query }) => ({
        headers: { 'api-version': '1.0.3' },
        ...(query.has('limit') ? { status: 400, body: {} } : { body: rows }),
      }),
    });
    const file = `id: acme\nname: ACME\nallowPrivate: true\nlimits: { requestsPerSecond: 1000 }\ncommercialSchedules: { baseUrl: "${producer.url}" }`;
    const text = textReportOf(await check(parsedPartner(file), { standards: ofField('commercialSchedules') }));
    expect(text).toContain('limit=1 is refused (400). The default is pageSize: 100.');
    expect(text).toMatch(/^ {2}pageSize: 0 +# so far: 100$/m);
  });

  it('of a Producer that writes values in its own way names each attribute once, and the line that reads them', async () => {
    const timestamps = ['2026-12-09T04:00:00', '2026-12-10T04:00:00'].map((eventDateTime) => arrival('est', eventDateTime));
    const rows = voyage(call(timestamps, { transportCallReference: 'A' }), call(timestamps, { transportCallReference: 'B' }));
    await using producer = await openFakePartner({ otherwise: () => ({ headers: { 'api-version': '1.0.4' }, body: rows }) });
    const file = `id: acme\nname: ACME\nallowPrivate: true\nlimits: { requestsPerSecond: 1000 }\ncommercialSchedules: { baseUrl: "${producer.url}" }`;
    const textFor = async (more: string) =>
      textReportOf(await check(parsedPartner(`${file}\n${more}`), { standards: ofField('commercialSchedules') }));
    const text = await textFor('');
    expect(text).toMatch(/eventClassifierCode expected one of PLN, EST, ACT, got "est"; read as "EST" \(and 3 more\)$/m);
    expect(text).toMatch(/eventDateTime expected an RFC 3339 .* \(and 3 more\)\. Add timesWithoutOffset: PORT_LOCAL to the partner's file/);
    expect(text).toMatch(/^ {2}# timesWithoutOffset: PORT_LOCAL +# or UTC; the rows do not say whose times they are$/m);
    const asUtc = await textFor('timesWithoutOffset: UTC');
    expect(asUtc).toContain('5 deviations from the schema in 1 rows. 4 values are read by timesWithoutOffset or quirks of the file.');
    expect(asUtc).not.toContain('eventDateTime expected');
  });

  it('of a Producer without a filter by day does not hide its rows, and filters that are newer than its version need no check', async () => {
    const rows = voyage(call([arrival('EST', '2026-12-09T04:00:00Z')]));
    await using producer = await openFakePartner({
      otherwise: ({ query }) => ({
        headers: { 'api-version': '1.0.1' },
        ...(query.has('startDate') || query.has('endDate') ? { status: 400, body: {} } : { body: rows }),
      }),
    });
    const file = `id: acme\nname: ACME\nallowPrivate: true\nlimits: { requestsPerSecond: 1000 }\ncommercialSchedules: { baseUrl: "${producer.url}", version: 1.0.1 }`;
    const text = textReportOf(await check(parsedPartner(file), { standards: ofField('commercialSchedules') }));
    expect(text).toMatch(/^DIFFERS {3}filter startDate: Refused \(400\)/m);
    expect(text).toMatch(/^ {4}- cargoType$/m);
    expect(text).toMatch(/^ {4}- vesselIMONumber/m);
  });

  it('of a partner that redirects is reported, and the redirect is not followed', async () => {
    await using elsewhere = await openPublisher();
    await using publisher = await openPublisher(() => ({ status: 307, headers: { location: `${elsewhere.url}/an?token=abc` } }));
    const report = await check(partnerAt(publisher.url));
    expect(exitStatusOf(report)).toBe(1);
    expect(textReportOf(report)).toContain(`a redirect to ${elsewhere.url}/an, which is not followed`);
    expect(elsewhere.requests).toEqual([]);
  });
});

function withoutCursor(request: Parameters<Fault>[0]): Parameters<Fault>[0] {
  return { ...request, query: new URLSearchParams([...request.query].filter(([name]) => name !== 'cursor')) };
}

describe('a check that cannot be made', () => {
  it('of a partner that is unavailable gives 2 after one request', async () => {
    const publisher = await openPublisher();
    const partner = partnerAt(publisher.url);
    await publisher[Symbol.asyncDispose]();
    const report = await check(partner);
    expect(exitStatusOf(report)).toBe(2);
    expect(report.standards[0]).toMatchObject({ requests: 1, endedCode: 'UPSTREAM_CONNECTION_REFUSED' });
  });

  it('of a partner that asks for another credential names the line to write, with all others at the end', async () => {
    const headers = { 'www-authenticate': 'Basic realm="acme"' };
    await using publisher = await openPublisher(() => ({ status: 401, headers }));
    const text = textReportOf(await check(partnerAt(publisher.url)));
    expect(text).toContain('The partner rejects the credential of Landfall (401). It asks for Basic (WWW-Authenticate).');
    expect(text).toMatch(
      /=====\n\nLines to add, .*\n\n# It asks for Basic .*\noutbound: \{ basic: \{ username: .*\n\narrivalNotices: not checked/,
    );
  });

  it.each([401, 403])('of a partner that rejects our credential with %s gives 2 after one request', async (status) => {
    await using publisher = await openPublisher(() => ({ status }));
    expect(exitStatusOf(await check(partnerAt(publisher.url)))).toBe(2);
    expect(publisher.requests).toHaveLength(1);
  });

  it('of a partner that keeps demanding a lower rate gives 2, and waits as long as demanded', async () => {
    await using publisher = await openPublisher(() => ({ status: 429, headers: { 'retry-after': '11' } }));
    const clock = createTestClock();
    expect(exitStatusOf(await check(partnerAt(publisher.url), { clock }))).toBe(2);
    expect(publisher.requests).toHaveLength(3);
    expect(clock.pauses).toEqual([11_000, 11_000]);
  });

  it('without remaining time gives 2', async () => {
    await using publisher = await openPublisher();
    const clock = createTestClock();
    const slow = partnerAt(publisher.url);
    const report = await check({ ...slow, limits: { ...slow.limits, requestsPerSecond: 1 } }, { clock, timeoutMs: 10_000 });
    expect(exitStatusOf(report)).toBe(2);
    expect(publisher.requests).toHaveLength(10);
  });
});

describe('a report', () => {
  it('repeats none of our secrets, whatever the partner sends', async () => {
    const echo = `Key ${publisherKey} is wrong: ${Buffer.from(publisherKey).toString('base64')}`;
    await using publisher = await openPublisher((_, { status, body, ...answer }) => {
      if (status === 400) return { ...answer, status, body: { feedbackElements: [{ severity: 'ERROR', message: echo }] } };
      const notices = (body as { arrivalNotices?: object[] }).arrivalNotices?.map((notice) => ({ ...notice, versionLabel: [echo] }));
      return { ...answer, ...(status === undefined ? {} : { status }), body: { arrivalNotices: notices } };
    });
    const lines: string[] = [];
    const report = await check(partnerAt(publisher.url), { onProgress: (progress) => lines.push(JSON.stringify(progress)) });
    const shown = `${textReportOf(report)}${JSON.stringify(jsonReportOf(report))}${lines.join()}`;
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain(publisherKey);
    expect(shown).not.toContain(Buffer.from(publisherKey).toString('base64'));
  });

  it('shows the request, the response and the rule of each result', async () => {
    await using publisher = await openPublisher();
    const text = textReportOf(await check(partnerAt(publisher.url)));
    expect(text).toMatch(
      /OK {8}filter portOfDischarge: Applied, so it is sent: without it 6 rows, of which 3 match "NLRTM"; with it 3; with "ZZZZZ", which no row has, none\.\n {10}GET \/an\/arrival-notices\?portOfDischarge=NLRTM \(API-Version 1\.0\.1\) -> 200, API-Version 1\.0\.1, 3 rows, \d+ ms\n/,
    );
    expect(text).toContain('          rule: An unsupported filter is refused with 400');
  });
});

describe('the end of a report', () => {
  const endOf = async (fault: Fault | undefined, more: readonly string[] = []) => {
    await using publisher = await openPublisher(fault);
    const report = await check(partnerAt(publisher.url, [...more]));
    const text = textReportOf(report);
    const [results = '', end = ''] = text.split('===== WHAT TO CHANGE IN acme.yaml =====');
    return { status: exitStatusOf(report), end, verdicts: results.match(/^(OK|DIFFERS|BROKEN|SKIPPED)(?= )/gm) ?? [] };
  };
  it('says that the file is finished, although the partner violates the standard', async () => {
    const { status, end, verdicts } = await endOf((_, answer) => ({ ...answer, headers: { ...answer.headers, 'api-version': '1' } }));
    expect(status).toBe(3);
    expect(end).toMatch(
      /nothing to change in the block\.\n\nNothing to change in the file: it is finished\. The partner violates the standard in \d+ places/,
    );
    expect(verdicts).toEqual(['DIFFERS', 'BROKEN', 'SKIPPED', 'OK'].flatMap((verdict) => verdicts.filter((each) => each === verdict)));
  });

  it('has the block to replace that of the file, only if something must change', async () => {
    const { status, end } = await endOf(undefined, ['  maxReferences: 5']);
    expect(status).toBe(1);
    expect(end).toMatch(/^\n\nReplace the block arrivalNotices by this one; [^\n]*\n\narrivalNotices:\n {2}baseUrl: /);
    expect((await endOf(undefined)).end).toBe(
      '\n\narrivalNotices: nothing to change in the block.\n\nNothing to change in the file: the partner behaves as it says.',
    );
  });
});

describe('the command', () => {
  it('checks one partner, lists all, and exits with the status of the result', async () => {
    await using publisher = await openPublisher();
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'acme.yaml'), partnerFileAt(publisher.url));
    const environment = { PARTNERS_DIR: folder.path };
    const run = (...args: string[]) => runHere(['partners', ...args], { environment });

    const sound = await run('check', 'acme', '--json');
    expect([sound.code, JSON.parse(sound.stdout)]).toEqual([0, expect.objectContaining({ partner: 'acme', exitStatus: 0 })]);
    // Results are printed once, so that `2>&1` is JSON as well.
    expect(sound.stderr).toBe('');
    expect(await run('check', 'unknown')).toMatchObject({ code: 2, stdout: '', stderr: 'There is no partner unknown. Partners: acme.\n' });
    expect(await run('check', 'acme', '--standard', 'portCalls')).toMatchObject({ code: 2, stdout: '' });

    const listed = await run('list');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toBe(
      `acme  ACME Line  inbound none  outbound apiKey  arrivalNotices at ${publisher.url}/an  private addresses allowed\n`,
    );
    await writeFile(join(folder.path, 'blue.yaml'), 'id: blue\nname: Blue\nportCals: {}\n');
    const faulty = await run('list');
    expect(faulty).toMatchObject({ code: 1, stdout: listed.stdout });
    expect(faulty.stderr).toContain('blue.yaml:3:1 portCals: unknown field; the nearest known one is portCalls\n');
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({ partners: [{ id: 'acme' }], issues: [{ line: 3 }] });
    expect(await run('check', 'blue')).toMatchObject({ code: 2, stderr: expect.stringContaining('blue.yaml:3:1') });
  });
});

async function check(partner: Partner, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  await using outbound = createOutbound({ logger });
  return checkPartner(partner, { send: createSendRequest({ outbound, logger }), standards, timeoutMs: 60_000, ...options });
}

function ofField(field: EndpointField): CheckOptions['standards'] {
  return standards.filter((standard) => standard.field === field);
}

function brokenOf({ standards: checked }: CheckReport, field: EndpointField): string[] {
  return namesOf(checked.find(({ standard }) => standard === field)?.probes, 'BROKEN');
}

function namesOf(probes: CheckReport['standards'][number]['probes'] = [], verdict: Verdict): string[] {
  return probes.filter((probe) => probe.verdict === verdict).map(({ name }) => name);
}
