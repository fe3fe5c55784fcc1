import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createWorld } from '../../support/world/world.ts';
import { eventNumber, noticeNumber } from '../pushes.ts';

/**
 * `hostile-answers.ts KIND`: answers the GETs of all three standards, below any path, with lists that are expensive for
 * a reader. Serves the number of requests at `/requests`.
 */
const kind = process.argv[2] ?? '';
const bodyBytes = 15_800_000;

/** The envelope around the list of each standard. */
const standards = {
  'arrival-notices': { around: ['{"arrivalNotices":', '}'], valid: (index: number) => JSON.stringify(noticeNumber(index)) },
  events: { around: ['{"events":', '}'], valid: (index: number) => JSON.stringify(eventNumber(index)) },
  schedules: { around: ['', ''], valid: scheduleOf(createWorld(1)) },
} as const;
type StandardName = keyof typeof standards;

function scheduleOf({ carriers, portSchedulesOf }: ReturnType<typeof createWorld>): (index: number) => string {
  const written = carriers.flatMap((carrier) => portSchedulesOf(carrier)).map((schedule) => JSON.stringify(schedule));
  return (index) => written[index % written.length] ?? '{}';
}

/** Repeats an element until the list has its size. */
function listOf(element: (index: number) => string, bytes = bodyBytes): string {
  const elements: string[] = [];
  for (let length = 0; length < bytes; length += (elements.at(-1)?.length ?? 0) + 1) elements.push(element(elements.length));
  return `[${elements.join(',')}]`;
}

const object = `{"a":[${'{},'.repeat(190)}{}],"aa":"${'x'.repeat(1_720)}"}`;
const lists: Record<string, (standard: StandardName) => string> = {
  'empty-objects': () => `[{"a":${listOf(() => '{}')}}]`,
  'empty-rows': () => listOf(() => '{}'),
  deep: () => `[{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}]`,
  keys: () => listOf((index) => `{${Array.from({ length: 1_000 }, (_, key) => `"${(index * 1_000 + key).toString(36)}k":0`).join(',')}}`),
  /** As many values as are allowed. */
  rows: () => listOf(() => object),
  valid: (standard) => listOf(standards[standard].valid),
  /** Rows of one megabyte. */
  large: (standard) => listOf((index) => `${standards[standard].valid(index).slice(0, -1)},"padding":"${'x'.repeat(1_000_000)}"}`),
};

const made = new Map<StandardName, { readonly body: Buffer; readonly headers: Record<string, string> }>();
function answerOf(standard: StandardName) {
  const held = made.get(standard);
  if (held !== undefined) return held;
  const [before = '', after = ''] = standards[standard].around;
  const text = Buffer.from(`${before}${lists[kind]?.(standard)}${after}`);
  const isPacked = kind !== 'valid' && kind !== 'large';
  const body = isPacked ? gzipSync(text) : text;
  const answer = { body, headers: { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) } };
  made.set(standard, answer);
  return answer;
}

let requests = 0;
const server = createServer(({ url = '' }, response) => {
  if (url === '/requests') return response.end(String(requests));
  requests += 1;
  const standard = url.includes('/arrival-notices') ? 'arrival-notices' : url.includes('/events') ? 'events' : 'schedules';
  const { body, headers } = answerOf(standard);
  return response.writeHead(200, headers).end(body);
});
for (const standard of Object.keys(standards) as StandardName[]) answerOf(standard);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
