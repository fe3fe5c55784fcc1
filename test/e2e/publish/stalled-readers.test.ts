import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { createDcsaPlugin, openSubgraphParts } from '#platform/process/host.ts';
import type { PublishedPage } from '#platform/publisher/get/routes.ts';
import { defaultPushLimits } from '#platform/receiver/routes.ts';
import { openSubgraph } from '../../../subgraphs/arrival-notices/subgraph.ts';
import { deferred } from '../../support/deferred.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';

/**
 * Of a server whose readers stall, and of one whose reader is only slow, because a slow machine pauses longer than
 * intended.
 */
const [stallMs, patientMs] = [400, 3_000];
/** A notice of 15 MB, which is a separate page: more than the buffers of a loopback connection hold. */
const [rows, rowBytes, rowsInPush] = [1, 15_000_000, 1];
const notices = Array.from({ length: rows }, (_, number) => ({
  transportDocumentReference: `DOC${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
  carrierClauses: Array.from({ length: 1_500 }, () => 'x'.repeat(rowBytes / 1_500)),
}));

test('a subscriber that stops reading is disconnected in the middle of its page, and all its resources are released', async () => {
  await using publishing = await openPublishing(stallMs);
  const began = performance.now();
  const readers = await Promise.all(Array.from({ length: 5 }, () => publishing.begin()));
  await Promise.all(readers.map(({ closed }) => closed));
  expect(performance.now() - began).toBeGreaterThan(stallMs);
  expect(publishing.closings).toHaveLength(readers.length);
  await Promise.all(publishing.closings);
  for (const { taken } of readers) {
    const text = await textOf(taken);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
    expect(text.length).toBeLessThan(rows * rowBytes);
  }
});

test('one that reads slowly is not, nor is an idle keep-alive connection', async () => {
  await using publishing = await openPublishing(patientMs);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await publishing.query(agent)).toEqual({ status: 200, isSameConnection: false });
  const { taken } = await publishing.begin();
  const began = performance.now();
  const text = await textOf(taken, { bytes: 1_000_000, everyMs: patientMs / 8 });
  expect(performance.now() - began).toBeGreaterThan(patientMs * 1.5);
  expect(text.endsWith('0\r\n\r\n')).toBe(true);
  expect(text.length).toBeGreaterThan(rows * rowBytes);
  expect(await publishing.query(agent)).toEqual({ status: 200, isSameConnection: true });
  agent.destroy();
});

/** Opens a server that publishes the notices and disconnects stalled readers quickly. */
async function openPublishing(stallMs: number) {
  const folder = await temporaryFolder();
  const partners = await openPartners({ acme: {}, reader: { lines: ['publish: {}'] } });
  await partners.writeFiles(folder.path);
  const [config, logger] = [readConfig({ DATA_DIR: folder.path, PARTNERS_DIR: folder.path }), createLogger('silent')];
  const parts = await openSubgraphParts(config, logger, {});
  const subgraph = await openSubgraph(parts);
  const app = createHttpServer({ logger });
  const { identify: findPartner } = parts.partners;
  const closings: Promise<void>[] = [];
  const routes = subgraph.published.map((route) => ({
    ...route,
    answer: async (request: Parameters<typeof route.answer>[0]) => watched(await route.answer(request), closings),
  }));
  const push = { routes: subgraph.routes, findPartner, limits: defaultPushLimits };
  const publish = { routes, findPartner, stallMs };
  await app.register(createDcsaPlugin(push, publish, {}), { prefix: '/dcsa' });
  const closedOf = new Map<number | undefined, Promise<unknown>>();
  app.server.on('connection', (socket: Socket) => closedOf.set(socket.remotePort, once(socket, 'close')));
  const port = await listen(app, '127.0.0.1', 0);
  for (let from = 0; from < rows; from += rowsInPush) {
    await partners.push(`http://127.0.0.1:${port}`, 'acme', { arrivalNotices: notices.slice(from, from + rowsInPush) });
  }
  return {
    /** For each large page that was begun, resolves when all its resources are released. */
    closings,
    /** Requests the page, and reads only its first bytes. */
    begin: async () => {
      const taken = connect(port, '127.0.0.1');
      taken.write('GET /dcsa/arrival-notices HTTP/1.1\r\nHost: x\r\nx-api-key: key-of-reader\r\nConnection: close\r\n\r\n');
      await once(taken, 'readable');
      return { taken, closed: closedOf.get(taken.localPort) };
    },
    /** Sends a small request over a keep-alive connection. */
    query: async (agent: Agent) => {
      const path = '/dcsa/arrival-notices?transportDocumentReferences=MISSING';
      const requested = request({ agent, port, host: '127.0.0.1', path, headers: { 'x-api-key': 'key-of-reader' } }).end();
      const [answer] = (await once(requested, 'response')) as [IncomingMessage];
      await answer.toArray();
      return { status: answer.statusCode, isSameConnection: requested.reusedSocket };
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
      for (const opened of [subgraph, parts, partners, folder]) await opened[Symbol.asyncDispose]();
    },
  };
}

/** Returns the same page, and reports when its rows are closed. */
function watched(page: PublishedPage, closings: Promise<void>[]): PublishedPage {
  const { rows: written } = page;
  if (Symbol.iterator in written) return page;
  const { promise, resolve } = deferred<void>();
  closings.push(promise);
  const reading = async function* () {
    try {
      yield* written;
    } finally {
      resolve();
    }
  };
  return { ...page, rows: reading() };
}

/** Reads the available data, all at once or in parts with pauses between them. */
async function textOf(socket: Socket, { bytes, everyMs } = { bytes: Number.POSITIVE_INFINITY, everyMs: 0 }): Promise<string> {
  const chunks: Buffer[] = [];
  let part = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    part += chunk.length;
    if (part < bytes) continue;
    part = 0;
    await pause(everyMs);
  }
  return Buffer.concat(chunks).toString();
}
