import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openPublishing, type Publishing } from './open-publishing.ts';

const [readers, rows, rowBytes] = [100, 82, 51_000];
/**
 * The server creates both pages that a reader requests; it can finish the first one where the kernel buffers all of it.
 */
const maxHeldBytesPerReader = 2 * 600_000;

/** A page of 82 notices of 51 KB with charges, so that subscribers without charges get separate bytes. */
const notices = Array.from({ length: rows }, (_, number) => ({
  transportDocumentReference: `DOC${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
  charges: [{ chargeName: 'THC' }],
  carrierClauses: Array.from({ length: 3 }, () => 'x'.repeat(rowBytes / 3)),
}));

test('100 subscribers that do not read their pages of 4 MB cost little memory and delay no other client, and those that disconnect cost nothing', async () => {
  await using publishing = await openPublishing();
  await publishing.push('acme', { arrivalNotices: notices });
  const whole = (await publishing.get('/arrival-notices', 'frugal')).text;
  const before = reservedBytes();
  const { waiting, held } = await hang(publishing, whole);
  expect(waiting).toBeGreaterThan(readers / 2);
  expect(held - before).toBeLessThan(readers * maxHeldBytesPerReader);
  expect(reservedBytes() - before).toBeLessThan(20_000_000);
});

/** Lets readers stall while others are served, lets one of them continue, and resolves when all others have disconnected. */
async function hang(publishing: Publishing, whole: string): Promise<{ waiting: number; held: number }> {
  const served = followSockets(publishing);
  const [resumed, ...gone] = await Promise.all(Array.from({ length: readers }, () => queryAndWait(publishing.url)));
  expect((await publishing.get('/arrival-notices', 'frugal')).text).toBe(whole);
  const waiting = [...served].filter(({ writableLength }) => writableLength > 0);
  const held = reservedBytes();
  expect(await restOf(resumed as Socket)).toContain(whole.slice(-rowBytes));
  const closed = waiting.map(
    (socket) => new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve()))),
  );
  for (const socket of gone) socket.destroy();
  await Promise.all(closed);
  return { waiting: waiting.length, held };
}

/** The connections of the server that are open. */
function followSockets({ server }: Publishing): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Requests two pages and reads only the first bytes: some kernels buffer one page of 4 MB for a reader that does not read. */
async function queryAndWait(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const sendQuery = (connection: string) =>
    `GET /dcsa/arrival-notices HTTP/1.1\r\nHost: x\r\nx-api-key: key-of-frugal\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(`${sendQuery('keep-alive')}${sendQuery('close')}`);
  await once(socket, 'readable');
  return socket;
}

/** Reads the rest of a chunked response and joins its chunks. */
async function restOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString()
    .replaceAll(/\r\n[0-9a-f]+\r\n/g, '');
}

function reservedBytes(): number {
  setFlagsFromString('--expose-gc');
  // Objects with finalizers are found by the first collection and freed by the second.
  for (let round = 0; round < 2; round += 1) runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
