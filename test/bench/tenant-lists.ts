import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/landfall.ts';
import { keyOf } from './access.ts';
import { cpuMsOf } from './joined-world.ts';
import { openServer, storeNameOf } from './neighbour.ts';
import { dayMs, eventOf, hourMs, isQuiet, noticesOf, pushObjects, type Ship, storesToMeasure, untilEvaluated } from './ships.ts';
import type { BenchRow } from './table.ts';

const tenants = 50;
/** Ports that state the times of ships. A list of partners has the carrier and some of these. */
const ports = ['port-0', 'port-1', 'port-2', 'port-3', 'port-4', 'port-5'] as const;
const documents = 25;
const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');

/**
 * Measures the CPU of a process with fifty tenants, whose lists of partners all differ, against one with a single tenant
 * that sees all partners, for the same pushes: notices, times of the ports that move, and later versions of the notices. Half
 * of the ships are reported by one port, the others by two, so that the lists show two to four different sets of sources
 * of an arrival. No partner is queried.
 */
export async function benchTenantLists(options: { readonly ships: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const mongodbUrl of storesToMeasure(options.mongodbUrl)) {
    const one = await cpuOf([['acme', 'other', ...ports]], { ...options, mongodbUrl });
    // The numbers of the lists are the ports that each one has, in binary.
    const lists = Array.from({ length: tenants }, (_, list) => ['acme', ...ports.filter((_port, bit) => ((list + 1) >> bit) % 2 === 1)]);
    const all = await cpuOf(lists, { ...options, mongodbUrl });
    rows.push({
      what: `${tenants} tenants with ${tenants} lists of partners, ${options.ships * documents} notices, ${storeNameOf(mongodbUrl)}, CPU`,
      measured: `${all.toFixed(1)} s`,
      floor: `${one.toFixed(1)} s (one tenant)`,
      ratio: all / one,
      goal: { atMost: 3 },
    });
  }
  return rows;
}

/** Returns the CPU time of a process with these tenants, in seconds. */
async function cpuOf(
  lists: readonly (readonly string[])[],
  { ships: count, mongodbUrl }: { readonly ships: number; readonly mongodbUrl: string | undefined },
): Promise<number> {
  await using folder = await temporaryFolder();
  const access = join(folder.path, 'access.yaml');
  // JSON is also YAML.
  const rights = lists.map((partners, tenant) => [`tenant-${tenant}`, { apiKeys: [{ sha256: sha256(keyOf(tenant)) }], partners }]);
  const operator = { apiKeys: [{ sha256: sha256('key-of-operator') }], partners: lists[0], operator: true };
  await writeFile(access, JSON.stringify({ tenants: { ...Object.fromEntries(rights), operator } }));
  await using landfall = await openServer({
    name: `lists${lists.length}`,
    mongodbUrl,
    partners: Object.fromEntries(ports.map((id) => [id, fileOf(id)])),
    environment: { ACCESS_FILE: access },
  });
  const evaluated = () => untilEvaluated(landfall, { 'x-api-key': 'key-of-operator' });
  const arrivalMs = new Date().setUTCHours(12, 0, 0, 0) + 4 * dayMs;
  const shipAt = (index: number): Ship => {
    return { vesselIMONumber: String(9_200_000 + index), firstNotice: index * documents, documents, arrivalMs };
  };
  const move = async (ships: readonly Ship[], message: number): Promise<void> => {
    for (const [place, port] of ports.entries()) {
      const reported = ships.filter(
        (_, index) => index % ports.length === place || (index % 2 === 1 && (index + 1) % ports.length === place),
      );
      const events = reported.map((ship, index) => ({
        ...eventOf({ ship, message, atMs: ship.arrivalMs + message * 7 * hourMs, visit: 0 }),
        eventID: `00000000-0000-4000-9${place}00-${String(ship.firstNotice + index).padStart(12, '0')}`,
      }));
      await pushObjects(landfall, 'events', events, { key: `key-of-${port}`, connections: 1 });
    }
    await evaluated();
  };
  const perform = async (ships: readonly Ship[]): Promise<void> => {
    await pushObjects(
      landfall,
      'arrivalNotices',
      ships.flatMap((ship) => noticesOf(ship)),
    );
    await evaluated();
    for (const message of [1, 2, 3]) await move(ships, message);
    await pushObjects(
      landfall,
      'arrivalNotices',
      ships.flatMap((ship) => noticesOf(ship, true)),
    );
    await evaluated();
    await isQuiet(landfall);
  };
  // Compiles the code.
  await perform([shipAt(10_000), shipAt(10_001)]);
  const before = cpuMsOf(landfall.pid);
  await perform(Array.from({ length: count }, (_, index) => shipAt(index)));
  return (cpuMsOf(landfall.pid) - before) / 1_000;
}

function fileOf(port: string): string {
  return `id: ${port}\nname: ${port}\ncarriers: []\ninbound:\n  apiKey: { header: x-api-key, sha256: ["${sha256(`key-of-${port}`)}"] }\n`;
}
