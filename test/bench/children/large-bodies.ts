import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { noticeNumber } from '../pushes.ts';

/**
 * `large-bodies.ts URL KEY KIND CONNECTIONS`: pushes bodies that are expensive for a receiver, each connection sending
 * the next one as soon as the previous one is answered. Serves the number of answers, by status, at its own address.
 */
const [, , target = '', key = '', kind = '', connections = '1'] = process.argv;

const bodyBytes = 15_800_000;
let number = 0;

/** Repeats an element until the body has its size. */
function filled(before: string, element: (index: number) => string, after: string): string {
  const elements: string[] = [];
  for (let bytes = 0, index = 0; bytes < bodyBytes; index += 1) {
    const next = element(index);
    elements.push(next);
    bytes += next.length + 1;
  }
  return `${before}${elements.join(',')}${after}`;
}

const faulty = (index: number) => JSON.stringify({ ...noticeNumber(index), carrierClauses: Array.from({ length: 100 }, () => 7) });

const bodies: Record<string, () => { body: Buffer; isPacked: boolean }> = {
  'empty-objects': () => packed(filled('{"arrivalNotices":[{"legs":[', () => '{}', ']}]}')),
  'empty-rows': () => packed(filled('{"arrivalNotices":[', () => '{}', ']}')),
  'empty-objects-aside': () => packed(filled('{"aside":[', () => '{}', '],"arrivalNotices":[{}]}')),
  keys: () => packed(filled('{"arrivalNotices":[{', (index) => `"${index.toString(36)}":0`, '}]}')),
  faulty: () => plain(filled('{"arrivalNotices":[', faulty, ']}')),
  valid: () => {
    const from = number++ * 10_000;
    return plain(filled('{"arrivalNotices":[', (index) => JSON.stringify(noticeNumber(from + index)), ']}'));
  },
  small: () => plain(`{"arrivalNotices":[${JSON.stringify(noticeNumber(number++))}]}`),
  forged: () => plain(filled('{"arrivalNotices":[', () => '"x"', ']}')),
};

function packed(text: string): { body: Buffer; isPacked: boolean } {
  return { body: gzipSync(text, { level: 9 }), isPacked: true };
}

function plain(text: string): { body: Buffer; isPacked: boolean } {
  return { body: Buffer.from(text), isPacked: false };
}

const make = bodies[kind];
if (make === undefined) throw new Error(`no such kind: ${kind}`);
const pool = new Pool(target, { connections: Number(connections), pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
// A body of a valid kind is different each time; bodies of other kinds are created once.
const once = kind === 'valid' || kind === 'small' ? undefined : make();
const answered: Record<string, number> = {};
let slowestMs = 0;

async function pushOn(): Promise<never> {
  for (;;) {
    const { body, isPacked } = once ?? make?.() ?? plain('');
    const seconds = String(Math.floor(Date.now() / 1_000));
    const signed = { 'webhook-id': 'm', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}` };
    const headers = {
      'content-type': 'application/json',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...(kind === 'forged' ? signed : { 'x-api-key': key }),
    };
    const started = performance.now();
    const outcome = await pool
      .request({ path: '/dcsa/arrival-notices', method: 'POST', headers, body })
      .then(async (answer) => {
        await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
        if (answer.statusCode === 429 || answer.statusCode === 503) await new Promise((resolve) => setTimeout(resolve, 1_000));
        return String(answer.statusCode);
      })
      .catch((error: Error) => error.name);
    if (outcome === '200') slowestMs = Math.max(slowestMs, performance.now() - started);
    answered[outcome] = (answered[outcome] ?? 0) + 1;
  }
}

const server = createServer((_request, response) => response.end(JSON.stringify({ answered, slowestMs })));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port })}\n`);
  for (let connection = 0; connection < Number(connections); connection += 1) void pushOn();
});
