import { createServer } from 'node:http';
import { createWorld } from '../../support/world/world.ts';

/**
 * Carriers of a simulated world that answer the GETs of schedules under `/<carrier>/v1/...`. They filter by port only.
 */
const world = createWorld(Number(process.argv[2] ?? 1));
const schedules = new Map(
  world.carriers.map((carrier) => [
    carrier.id,
    { 'vessel-schedules': world.vesselSchedulesOf(carrier), 'port-schedules': world.portSchedulesOf(carrier), 'point-to-point-routes': [] },
  ]),
);
let requests = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  if (url.pathname === '/requests') return response.end(String(requests));
  requests += 1;
  const [, carrier = '', , endpoint = ''] = url.pathname.split('/');
  const found = schedules.get(carrier)?.[endpoint as 'vessel-schedules'] ?? [];
  const port = url.searchParams.get('UNLocationCode') ?? '';
  response.setHeader('content-type', 'application/json').setHeader('API-Version', '1.0.3');
  return response.end(JSON.stringify(found.filter((schedule) => JSON.stringify(schedule).includes(port))));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
