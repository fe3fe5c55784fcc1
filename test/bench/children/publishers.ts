import { createServer } from 'node:http';
import { noticeNumber } from '../pushes.ts';

/**
 * Publishers of arrival notices that answer `GET /<number>/arrival-notices`, each for the references assigned to it by
 * their last digits. After `/hang/<number>` that publisher no longer answers; `/requests` returns the number of
 * requested references.
 */
const publishers = Number(process.argv[2] ?? 1);
let requests = 0;
let hanging: string | undefined;
/** The answers are cached, because creating them is not part of the measurement. */
const answers = new Map<string, string>();

const server = createServer((request, response) => {
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://x');
  const [, first = '', second = ''] = pathname.split('/');
  if (first === 'requests') return response.end(String(requests));
  if (first === 'hang') {
    hanging = second;
    return response.end();
  }
  requests += 1;
  if (first === hanging) return undefined;
  const key = `${first}${search}`;
  const answer = answers.get(key) ?? answerOf(Number(first), searchParams.get('transportDocumentReferences') ?? '');
  answers.set(key, answer);
  return response.setHeader('content-type', 'application/json').setHeader('API-Version', '1.0.1').end(answer);
});

function answerOf(publisher: number, references: string): string {
  const numbers = references.split(',').map((reference) => Number(reference.replace(/\D/g, '')));
  return JSON.stringify({
    arrivalNotices: numbers.filter((number) => number % publishers === publisher).map((number) => noticeNumber(number)),
  });
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
