import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { hostileOperations } from '../../e2e/limits/hostile-operations.ts';

/**
 * `attacker.ts URL KEY CONNECTIONS`: sends malicious operations to a Landfall, each connection sending the next one as
 * soon as the previous one is rejected. Serves the number of rejections, by status, at its own address.
 */
const [, , target = '', key = '', connections = '1'] = process.argv;
const pool = new Pool(target, { connections: Number(connections), pipelining: 1 });
const headers = { 'content-type': 'application/json', 'x-api-key': key };
// Written for another schema. The names are replaced by those of this schema, so that the operations are as expensive.
const texts = Object.values(hostileOperations).map((query) =>
  query.replaceAll(/\bnotices\b/g, 'arrivalNotices').replaceAll(/\bcallers\b/g, '__typename'),
);
let number = 0;
const refused: Record<string, number> = {};

async function attack(begin: number): Promise<never> {
  for (let index = begin; ; index += 1) {
    // Each text is different, because rejected texts are cached.
    const hostile = JSON.stringify({ query: `${texts[index % texts.length]} #${number++}` });
    const { statusCode, body } = await pool.request({ path: '/graphql', method: 'POST', headers, body: hostile });
    await body.dump();
    refused[statusCode] = (refused[statusCode] ?? 0) + 1;
  }
}

const server = createServer((_request, response) => response.end(JSON.stringify(refused)));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port })}\n`);
  for (let connection = 0; connection < Number(connections); connection += 1) void attack(connection * 3);
});
