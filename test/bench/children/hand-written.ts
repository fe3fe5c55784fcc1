import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buildSchema, graphql } from 'graphql';

/**
 * The floor of a joined query: one graphql-js schema behind bare node:http whose resolvers read the joined data from
 * objects in memory. It does not look up, match or request anything.
 */
const [schemaFile = '', dataFile = ''] = process.argv.slice(2);
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const rootValue = JSON.parse(readFileSync(dataFile, 'utf8'));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const { query, variables } = JSON.parse(Buffer.concat(chunks).toString());
    const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(result));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
