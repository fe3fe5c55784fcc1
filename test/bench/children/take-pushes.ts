import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Subscribers, each with its own port, that accept and count everything. On the port that is printed: `/ports` lists
 * their ports, `/begin` resets the counts, `/figures` returns the counts since then, `/bodies` the bodies that the
 * first subscriber has received.
 */
const count = Number(process.argv[2] ?? 1);
const answer = Buffer.from('{"feedbackElements":[]}');
const mark = Buffer.from('"transportDocumentReference":"BENCH');

let figures = { messages: 0, notices: 0, firstAt: 0, lastAt: 0 };
let bodies: string[] = [];

function noticesIn(body: Buffer): number {
  let found = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) found += 1;
  return found;
}

async function take(request: IncomingMessage, isFirst: boolean): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const now = performance.now();
  figures = {
    messages: figures.messages + 1,
    notices: figures.notices + noticesIn(body),
    firstAt: figures.firstAt || now,
    lastAt: now,
  };
  if (isFirst) bodies.push(body.toString());
}

const ports: number[] = [];
for (let number = 0; number < count; number += 1) {
  const server = createServer((request, response) => {
    void take(request, number === 0).then(() => response.setHeader('content-type', 'application/json').end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0);
}

const control = createServer(async (request, response) => {
  await text(request);
  if (request.url === '/begin') [figures, bodies] = [{ messages: 0, notices: 0, firstAt: 0, lastAt: 0 }, []];
  const answer = request.url === '/ports' ? ports : request.url === '/bodies' ? bodies : figures;
  response.end(JSON.stringify(answer));
});
control.listen(0, '127.0.0.1', () => {
  const address = control.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
