import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The most widely used gateway, for comparison. It is not a dependency, because its license forbids that. It is
 * installed in the folder of the first argument and serves the supergraph of the second one.
 */
const [folder = '', supergraphFile = ''] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { ApolloServer, HeaderMap } = load('@apollo/server');
const { ApolloGateway } = load('@apollo/gateway');

const gateway = new ApolloGateway({ supergraphSdl: readFileSync(supergraphFile, 'utf8') });
const apollo = new ApolloServer({ gateway, includeStacktraceInErrorResponses: false, stopOnTerminationSignals: false });
await apollo.start();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const headers = new HeaderMap();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const answer = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body },
      context: async () => ({}),
    });
    response.setHeader('content-type', 'application/json');
    response.end(answer.body.string);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
