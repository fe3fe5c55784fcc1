import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUrl, type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { operationOf, type PulledAnswer, type PullOperation, pullOperations, soundAnswer } from '../../support/pull-operations.ts';

/** A fault of a partner, and its effect. */
interface Fault {
  readonly answer: (request: RecordedRequest) => ScriptedAnswer;
  readonly status: string;
  /** The explanation in `feedback`. */
  readonly message: RegExp;
  /** Number of its rows that are returned nevertheless. Default: none. */
  readonly rows?: number;
  /** The limits in its file. Default: {@link defaultLimits}. */
  readonly limits?: typeof defaultLimits & { readonly maxBodyBytes?: number };
  /** The URL in its file, where no server listens until the file is corrected. Default: the partner's URL. */
  readonly lostAt?: (partner: FakePartner) => string;
}

const defaultLimits = { timeoutMs: 3_000, deadlineMs: 4_000 };
const shortLimits = { timeoutMs: 300, deadlineMs: 600 };
/** For busy machines. */
const slackMs = 60_000;
/** A partner that has failed too often may be skipped for a while. */
const patienceMs = 60_000;

const credential = 'a-key-that-no-caller-may-see';
const marker = 'a-body-that-no-caller-may-see';
const html = { headers: { 'content-type': 'text/html' }, body: `<html><body>${marker}</body></html>` };
const large = Buffer.alloc(50 * 1024 * 1024, `${marker} `);
const refusal = { feedbackElements: [{ severity: 'ERROR', message: marker }] };
const elsewhere = await openFakePartner({ otherwise: soundAnswer });
const neverCalled = () => ({});

const issues: Readonly<Record<string, Fault>> = {
  'refuses connections': {
    answer: neverCalled,
    lostAt: () => closedUrl,
    status: 'FAILED',
    message: /refuses connections/,
  },
  'has a name that leads nowhere': {
    answer: neverCalled,
    lostAt: () => 'https://carrier.invalid',
    status: 'FAILED',
    message: /carrier\.invalid has no address/,
  },
  'fails at TLS': {
    answer: neverCalled,
    lostAt: ({ url }) => url.replace('http:', 'https:'),
    status: 'FAILED',
    message: /have no TLS version or cipher in common/,
  },
  'says nothing': {
    answer: () => ({ fault: 'hang' }),
    limits: shortLimits,
    status: 'TIMED_OUT',
    message: /did not answer within \d+ ms/,
  },
  drips: {
    answer: () => ({ fault: 'drip' }),
    limits: shortLimits,
    status: 'TIMED_OUT',
    message: /did not answer within \d+ ms/,
  },
  'breaks off in half a body': {
    answer: (request) => ({ ...soundAnswer(request), fault: 'cut' }),
    status: 'FAILED',
    message: /closed the connection/,
  },
  'sends half a body as a whole one': {
    answer: (request) => ({ body: JSON.stringify(soundAnswer(request).body).slice(0, -20) }),
    status: 'FAILED',
    message: /answered 200: expected a JSON/,
  },
  'sends 50 MB': {
    answer: () => ({ body: large }),
    // Partner and Landfall share one process here, and five of these run concurrently.
    limits: { timeoutMs: 10_000, deadlineMs: 10_000, maxBodyBytes: 1_048_576 },
    status: 'FAILED',
    message: /more than \d+ bytes/,
  },
  'sends without end': {
    answer: () => ({ fault: 'flood' }),
    // Only the first bytes matter. The speed at which a busy machine receives many bytes is not tested here.
    limits: { ...defaultLimits, maxBodyBytes: 16_384 },
    status: 'FAILED',
    message: /more than \d+ bytes/,
  },
  'sends HTML': { answer: () => html, status: 'FAILED', message: /answered 200: expected a JSON/ },
  'sends other JSON': {
    answer: () => ({ body: { arrivalNotices: { marker }, events: marker, errors: [] } }),
    status: 'FAILED',
    message: /answered 200: expected a JSON/,
  },
  'sends nulls': {
    answer: (request) => {
      const { body, row } = operationOf(request);
      const nulls = { transportDocumentReference: null, issueDateTime: null, placeOfReceipt: null, eventID: null, location: null };
      return { body: body([null, { ...nulls, ...row, charges: null, legs: null, timestamp: null, carrierServiceName: null }]) };
    },
    status: 'OK',
    message: /are omitted: they are not objects/,
    rows: 1,
  },
  'refuses a filter': { answer: () => ({ status: 400, body: refusal }), status: 'REFUSED_FILTER', message: /rejected the request \(400\)/ },
  'does not know us': { answer: () => ({ status: 401, body: refusal }), status: 'DENIED', message: /rejected the credential \(401\)/ },
  'has no such endpoint': { answer: () => ({ status: 404, ...html }), status: 'FAILED', message: /no resource at this address \(404\)/ },
  'wants a pause, and says how long': {
    answer: () => ({ status: 429, headers: { 'retry-after': '3' }, body: refusal }),
    limits: { timeoutMs: 2_000, deadlineMs: 2_000 },
    status: 'PARTNER_BUSY',
    message: /limits the request rate \(429\)/,
  },
  'wants a pause': { answer: () => ({ status: 429, body: refusal }), status: 'PARTNER_BUSY', message: /accepts no requests before/ },
  'answers 500': { answer: () => ({ status: 500, body: refusal }), status: 'FAILED', message: /failed \(500\)/ },
  'answers 503': { answer: () => ({ status: 503, ...html }), status: 'FAILED', message: /failed \(503\)/ },
  'redirects to another host': {
    answer: ({ url }) => ({ status: 302, headers: { location: `${elsewhere.url}${url}` } }),
    status: 'FAILED',
    message: /redirects, which is not followed \(302\)/,
  },
  'redirects to a private address': {
    answer: () => ({ status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }),
    status: 'FAILED',
    message: /redirects, which is not followed \(307\)/,
  },
  'rejects its own cursor': {
    answer: (request) =>
      request.query.has('cursor')
        ? { status: 400, body: refusal }
        : { ...soundAnswer(request), headers: { 'next-page-cursor': 'no-good', 'api-version': '9' } },
    status: 'FAILED',
    message: /rejected the request \(400\)/,
    rows: 1,
  },
  'gives the same cursor for ever': {
    answer: (request) => ({ ...soundAnswer(request), headers: { 'next-page-cursor': 'again' } }),
    status: 'FAILED',
    message: /the same (cursor|page) twice/,
    rows: 1,
  },
};

const names = Object.keys(issues);
const cases = names.flatMap((name) => pullOperations.map((operation) => ({ name, operation, of: operation.name })));

/** A separate partner for each case, so that one request does not affect the others. */
const idOf = (name: string, operation: PullOperation) =>
  `${name}-${operation.name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-40);

let setting: Setting;
beforeAll(async () => {
  setting = await openSetting();
});
afterAll(async () => {
  await setting[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

describe('a partner that fails costs its own rows only, and is reported within its deadline', () => {
  it.concurrent.each(cases)('it $name: $of', async ({ name, operation }) => {
    const { status, message, rows = 0, limits = defaultLimits } = issues[name] as Fault;
    const id = idOf(name, operation);
    const started = performance.now();
    const { answer, text } = await setting.query(operation, id);
    expect(performance.now() - started).toBeLessThan(limits.deadlineMs + slackMs);
    expect(answer.nodes.filter(({ partner }) => partner.id === 'sound')).toHaveLength(1);
    expect(answer.nodes.filter(({ partner }) => partner.id === id)).toHaveLength(rows);
    const [sound, failed] = ['sound', id].map((wanted) => answer.sources.find(({ partner }) => partner.id === wanted));
    expect(sound).toEqual({ partner: { id: 'sound' }, status: 'OK', feedback: [] });
    expect(failed?.status).toBe(status);
    if (status !== 'OK') expect(failed?.feedback.map(({ message }) => message).join(' ')).toMatch(message);
    // Only the reason for refusing a filter is shown.
    for (const secret of status === 'REFUSED_FILTER' ? [credential] : [credential, marker]) expect(text).not.toContain(secret);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a partner whose fault has ended is requested again, and nothing has to be restarted', () => {
  beforeAll(() => setting.mend());

  it.concurrent.each(cases)('it no longer $name: $of', async ({ name, operation }) => {
    const id = idOf(name, operation);
    const recovered = { partner: { id }, status: 'OK', feedback: [] };
    const until = performance.now() + patienceMs;
    for (;;) {
      const { answer } = await setting.query(operation, id);
      const source = answer.sources.find(({ partner }) => partner.id === id);
      if (source?.status === 'OK' || performance.now() > until) {
        expect(source).toEqual(recovered);
        expect(answer.nodes.map(({ partner }) => partner.id).sort()).toEqual([id, 'sound'].sort());
        return;
      }
      await pause(100);
    }
  });
});

interface Setting extends AsyncDisposable {
  /** Queries the rows of the faultless partner and of another one. */
  query(operation: PullOperation, id: string): Promise<{ answer: PulledAnswer; text: string }>;
  /** Makes all partners answer correctly, and corrects the URLs in files. */
  mend(): Promise<void>;
}

/** Opens a Landfall with one faultless partner, and for each fault a server and one partner per operation. */
async function openSetting(): Promise<Setting> {
  const folder = await temporaryFolder();
  const sound = await openFakePartner({ otherwise: soundAnswer });
  await writePartner(folder.path, 'sound', {
    url: sound.url,
    standards: pullOperations.map(({ standard }) => standard),
    limits: { requestsPerSecond: 1_000, concurrency: 64 },
  });
  const servers = new Map<string, FakePartner>();
  let isRepaired = false;
  for (const name of names) {
    const { answer, lostAt, limits = defaultLimits } = issues[name] as Fault;
    const server = await openFakePartner({ otherwise: (request) => (isRepaired ? soundAnswer(request) : answer(request)) });
    servers.set(name, server);
    const url = lostAt?.(server) ?? server.url;
    for (const operation of pullOperations)
      await writePartner(folder.path, idOf(name, operation), { url, standards: [operation.standard], limits });
  }
  const landfall: OpenLandfall = await openLandfall({ PARTNERS_DIR: folder.path });
  const sendQuery: Setting['query'] = async ({ query, filter }, id) => {
    const data = await landfall.query<{ answer: PulledAnswer }>(query, { filter: { ...filter, partners: ['sound', id] } });
    return { answer: data.answer, text: JSON.stringify(data) };
  };
  // The first request of a process loads the HTTP library, which must not count as latency of a partner.
  for (const operation of pullOperations) await sendQuery(operation, 'sound');
  return {
    query: sendQuery,
    mend: async () => {
      isRepaired = true;
      for (const [name, { url }] of servers) {
        // Only partners with a wrong URL need another file.
        for (const operation of issues[name]?.lostAt === undefined ? [] : pullOperations) {
          await writePartner(folder.path, idOf(name, operation), { url, standards: [operation.standard], limits: defaultLimits });
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      for (const server of [sound, ...servers.values()]) await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The parts of a partner's file besides its name and its credential. */
interface Offers {
  readonly url: string;
  readonly standards: readonly string[];
  readonly limits: object;
}

async function writePartner(folder: string, id: string, offers: Offers): Promise<void> {
  const endpoints = [...new Set(offers.standards)].map((standard) => `${standard}: { baseUrl: "${offers.url}" }`);
  const lines = [
    `id: ${id}`,
    `name: ${id}`,
    'allowPrivate: true',
    `outbound: { apiKey: { header: x-api-key, value: "\${file:${join(folder, 'credential')}}" } }`,
    `limits: ${JSON.stringify(offers.limits)}`,
    ...endpoints,
  ];
  await writeFile(join(folder, 'credential'), credential);
  await writeFile(join(folder, `${id}.yaml`), lines.join('\n'));
}
