import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { packageRoot } from '#platform/package-root.ts';
import { closeCodes } from '#platform/transports/websocket.ts';
import { errorOfClose } from '../../../packages/client/client-error.ts';

const page = readFileSync(join(packageRoot, 'docs', 'subscriptions.md'), 'utf8');
const [, table = ''] = /<!-- close codes -->\n([\s\S]*?)<!-- \/close codes -->/.exec(page) ?? [];
const rows = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, code, , theirs = '', ours = '']) => ({ code: Number(code), theirs, ours }));

it('all close codes of the server are in the table of docs/subscriptions.md, and no others', () => {
  expect(rows.map(({ code }) => code)).toEqual(Object.values(closeCodes));
});

it.each(rows)('after $code the client of graphql-ws $theirs, as the page says', async ({ code, theirs }) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' });
  await once(server, 'listening');
  let sockets = 0;
  server.on('connection', (socket) => {
    sockets += 1;
    socket.on('message', (text) => {
      if (String(text).includes('connection_init')) socket.send('{"type":"connection_ack"}');
      // The second socket ends the operation.
      else if (sockets === 1) socket.close(code, 'reason');
      else socket.send(JSON.stringify({ id: JSON.parse(String(text)).id, type: 'complete' }));
    });
  });
  const client = createClient({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webSocketImpl: WebSocket,
    // Its default waits for seconds.
    retryWait: async () => undefined,
  });
  const ended = await new Promise((resolve) => {
    client.subscribe({ query: '{ a }' }, { next: () => undefined, error: resolve, complete: () => resolve(undefined) });
  });
  if (theirs === 'retries') expect([ended, sockets]).toEqual([undefined, 2]);
  else expect([theirs, (ended as CloseEvent).code, (ended as CloseEvent).reason, sockets]).toEqual(['gives up', code, 'reason', 1]);
  await client.dispose();
  server.close();
});

const reactions = { transient: 'retries', unauthenticated: 'retries once with a new credential', fatal: 'gives up' } as const;

it.each(rows)('after $code our client $ours, as the page says', ({ code, ours }) => {
  const error = errorOfClose(code, 'reason');
  expect(reactions[error.kind]).toBe(ours);
  expect(error.message).toContain('reason');
});
