import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The floor of a page: the same bytes, read from a file beforehand, sent as one body. No caller is identified and no data is looked up. */
const body = readFileSync(process.argv[2] ?? '');
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
