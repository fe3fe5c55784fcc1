import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The floor of a page: the same bytes, read from a file in advance, sent as one body. It does not identify callers or
 * look up data.
 */
const body = readFileSync(process.argv[2] ?? '');
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
