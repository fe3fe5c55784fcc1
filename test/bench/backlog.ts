import { cpuMsOf } from './joined-world.ts';
import { openServer, storeNameOf } from './neighbour.ts';
import { dayMs, eventOf, hourMs, limitRow, noticesOf, pushObjects, type Ship, storesToMeasure, untilEvaluated } from './ships.ts';
import type { BenchRow } from './table.ts';

/** Notices of each ship, its visits, the services of each visit with an event of its own, and the versions of each event. */
const [documents, visits, services, versions] = [50, 6, 5, 10] as const;
/** Seconds that the evaluation of 200 ships may take: of 10,000 notices and 60,000 events. */
const [shipsOfGoal, goalSeconds] = [200, 60];

/**
 * Measures how long notices and events take that are pushed at once, until all arrivals are evaluated. Each ship has 50
 * notices and 300 events, a sixth of them about the visit where the cargo is discharged.
 */
export async function benchBacklog(options: { readonly ships: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const arrivalMs = new Date().setUTCHours(12, 0, 0, 0) + 4 * dayMs;
  const ships = Array.from({ length: options.ships }, (_, index): Ship => {
    return { vesselIMONumber: String(9_100_000 + index), firstNotice: index * documents, documents, arrivalMs: arrivalMs + index * hourMs };
  });
  const notices = ships.flatMap((ship) => noticesOf(ship));
  // The versions of one event follow each other, and the ships take turns.
  const events = listOf(versions).flatMap((version) =>
    listOf(visits).flatMap((visit) =>
      ships.flatMap((ship) =>
        listOf(services).map((service) => {
          const atMs = ship.arrivalMs + visit * 2 * dayMs + service * 2 * hourMs + version * hourMs;
          return eventOf({ ship, message: version, atMs, visit, service });
        }),
      ),
    ),
  );
  for (const mongodbUrl of storesToMeasure(options.mongodbUrl)) {
    await using landfall = await openServer({ name: 'backlog', mongodbUrl });
    const [cpuBefore, started] = [cpuMsOf(landfall.pid), performance.now()];
    await Promise.all([
      pushObjects(landfall, 'arrivalNotices', notices, { connections: 8 }),
      pushObjects(landfall, 'events', events, { connections: 8 }),
    ]);
    const pushedSeconds = (performance.now() - started) / 1_000;
    await untilEvaluated(landfall);
    const seconds = (performance.now() - started) / 1_000;
    const cpuSeconds = (cpuMsOf(landfall.pid) - cpuBefore) / 1_000;
    console.error(`pushed after ${pushedSeconds.toFixed(1)} s, evaluated after ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU`);
    const what = `${notices.length} notices and ${events.length} events pushed at once, ${storeNameOf(mongodbUrl)}`;
    const goal = (goalSeconds * options.ships) / shipsOfGoal;
    rows.push(
      limitRow(`${what}, until all are evaluated`, [seconds, 's'], goal),
      limitRow(`${what}, CPU of the process until then`, [cpuSeconds, 's'], goal),
    );
  }
  return rows;
}

function listOf(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
