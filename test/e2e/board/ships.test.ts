import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { deferred } from '../../support/deferred.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf } from './notices.ts';

const ships = { 'NSL FISHER': '3412424', 'REEF HERON': '9321483', 'NSL WEASEL': '9839179' } as const;

/** Creates the notice of a document on a ship, whose free time ends this many days from now. */
function noticeOn(vessel: keyof typeof ships, reference: string, freeDay: number) {
  const freeTimes = [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(freeDay), classifier: 'EST' } }];
  return { ...noticeOf({ reference, vessel, vesselIMONumber: ships[vessel], arrival: dayIn(-5) }), freeTimes };
}

describe.skipIf(noBrowser)('grouped by ship, a planner', () => {
  it('looks at each ship once, acknowledges its documents at once with undo, and opens them, by keyboard alone', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(
      ...[1, 2, 3, 4, 5].map((number) => noticeOn('NSL FISHER', `N0000${number}`, -2)),
      ...[6, 7].map((number) => noticeOn('REEF HERON', `N0000${number}`, 1)),
      noticeOn('NSL WEASEL', 'N00008', 25),
    );
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const { board, page } = open;
    const { keyboard } = page;
    await expect.poll(async () => (await open.references()).length).toBe(8);
    await board.getByRole('radio', { name: 'Ships' }).press('Space');
    await expect.poll(() => open.references()).toEqual(['NSL FISHER', 'REEF HERON', 'NSL WEASEL']);
    const [fisher, heron] = [open.row('NSL FISHER'), open.row('REEF HERON')];
    await fisher.getByText('5 notices, 5 containers').waitFor();
    await fisher.getByText('2 days over').first().waitFor();
    await fisher.getByRole('img', { name: '+4 more' }).waitFor();
    expect(await fisher.getByRole('button', { name: 'collected' }).count()).toBe(0);
    expect(await inspect(open, 'ships')).toEqual([]);

    await fisher.focus();
    await keyboard.press('a');
    await board.getByText('NSL FISHER: acknowledged.').waitFor();
    await fisher.getByText('Acknowledged').first().waitFor();
    const needing = () => countNeeding(landfall);
    await expect.poll(needing).toBe(2);
    await expect.poll(() => open.references()).toEqual(['REEF HERON', 'NSL FISHER', 'NSL WEASEL']);
    await keyboard.press('u');
    await expect.poll(needing).toBe(7);
    await expect.poll(() => open.references()).toEqual(['NSL FISHER', 'REEF HERON', 'NSL WEASEL']);

    // The file has what the rows show.
    await board.getByRole('button', { name: 'More' }).press('Enter');
    const download = page.waitForEvent('download');
    await board.getByRole('button', { name: 'Export as CSV' }).press('Enter');
    const [headings, ...lines] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
    expect(headings).toMatch(
      /^\uFEFFVessel,IMO number,Voyage,Port code,Port,Arrival day,.*,State,Next step,Deadline,Notices,Containers,Alerts$/,
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      new RegExp(
        `^NSL FISHER,3412424,642E,NLRTM,Rotterdam,${dayIn(-5)},.*,Expected,Get the release at once,${dayIn(-2)},5,5,5 × Past free time$`,
      ),
    );
    await keyboard.press('Escape');

    // Rows follow what is received.
    await landfall.push(noticeOn('REEF HERON', 'N00009', 1));
    await heron.getByText('3 notices').waitFor();

    await heron.focus();
    await keyboard.press('Enter');
    await expect.poll(async () => (await open.references()).sort()).toEqual(['N00006', 'N00007', 'N00009']);
    await board.getByRole('button', { name: 'Remove the filter Vessel: REEF HERON' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => open.references()).toEqual(['NSL FISHER', 'REEF HERON', 'NSL WEASEL']);
    expect(open.complaints).toEqual([]);
  });

  it('acknowledges a ship with 300 documents by one key and one request; an alert that was not shown stays open', {
    timeout: 120_000,
  }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const references = Array.from({ length: 300 }, (_, index) => `N${String(index + 1).padStart(5, '0')}`);
    await landfall.push(...references.map((reference) => noticeOn('NSL FISHER', reference, -2)));
    const needing = () => countNeeding(landfall);
    await expect.poll(needing).toBe(300);
    await using open = await openBoard(`${landfall.url}/?rows=ships`);
    const { board, page } = open;
    const ship = open.row('NSL FISHER');
    await ship.getByText('300 notices, 300 containers').waitFor();
    await ship.getByRole('img', { name: '+299 more' }).waitFor();
    // The board does not read the ship again before the key is pressed.
    const released = deferred();
    await page.route('**/graphql', async (route) => {
      if (/Board(Rows|Changed)\(/.test(route.request().postData() ?? '')) await released.promise;
      await route.continue();
    });
    await landfall.push(noticeOn('NSL FISHER', 'N00301', -2));
    await expect.poll(needing).toBe(301);
    const sent: string[] = [];
    page.on('request', (request) => /ApplyMarks\(/.test(request.postData() ?? '') && sent.push(request.url()));
    await ship.focus();
    await page.keyboard.press('a');
    await board.getByText('NSL FISHER: acknowledged.').waitFor();
    await expect.poll(needing).toBe(1);
    expect(sent).toHaveLength(1);
    released.resolve();
    await ship.getByText('1 notice, 1 container').waitFor();
    await ship.getByText('2 days over').first().waitFor();
    expect(await ship.getByRole('img', { name: /more/ }).count()).toBe(0);
    await ship.focus();
    await page.keyboard.press('u');
    await expect.poll(needing).toBe(301);
    await ship.getByText('301 notices, 301 containers').waitFor();
    expect(sent).toHaveLength(2);
  });
});

/** Counts the alerts that need attention. */
async function countNeeding(landfall: OpenLandfall): Promise<number> {
  const query = '{ arrivalVisits { nodes { alertCounts { count } } } }';
  const { arrivalVisits } = await landfall.query<{ arrivalVisits: { nodes: { alertCounts: { count: number }[] }[] } }>(query);
  return arrivalVisits.nodes.flatMap(({ alertCounts }) => alertCounts).reduce((sum, { count }) => sum + count, 0);
}
