import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { dayIn, noticeOf } from './notices.ts';

const ships = { 'NSL FISHER': '3412424', 'REEF HERON': '9321483', 'NSL WEASEL': '9839179' } as const;

/** Creates the notice of a document on a ship, whose free time ends this many days from now. */
function noticeOn(vessel: keyof typeof ships, reference: string, freeDay: number) {
  const freeTimes = [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(freeDay), classifier: 'EST' } }];
  const notice = { ...noticeOf({ reference, vessel, arrival: dayIn(-5) }), freeTimes };
  return JSON.parse(JSON.stringify(notice).replaceAll(ships['NSL FISHER'], ships[vessel])) as ReturnType<typeof noticeOf>;
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
    await expect.poll(() => open.references()).toEqual(['5 arrivals', '2 arrivals', '1 arrival']);
    const [fisher, heron] = [open.row('NSL FISHER'), open.row('REEF HERON')];
    await fisher.getByText('5 containers').waitFor();
    await fisher.getByText('2 days over').first().waitFor();
    await fisher.getByRole('img', { name: '+4 more' }).waitFor();
    expect(await fisher.getByRole('button', { name: 'collected' }).count()).toBe(0);
    expect(await inspect(open, 'ships')).toEqual([]);

    await fisher.focus();
    await keyboard.press('a');
    await board.getByText('NSL FISHER: acknowledged.').waitFor();
    await fisher.getByText('Acknowledged').first().waitFor();
    const marked = '{ arrivalAlerts(filter: { isOpen: true }) { nodes { needsAttention } } }';
    const needing = async () => {
      const { arrivalAlerts } = await landfall.query<{ arrivalAlerts: { nodes: { needsAttention: boolean }[] } }>(marked);
      return arrivalAlerts.nodes.filter(({ needsAttention }) => needsAttention).length;
    };
    await expect.poll(needing).toBe(2);
    await expect.poll(() => open.references()).toEqual(['2 arrivals', '5 arrivals', '1 arrival']);
    await keyboard.press('u');
    await expect.poll(needing).toBe(7);
    await expect.poll(() => open.references()).toEqual(['5 arrivals', '2 arrivals', '1 arrival']);

    // Rows follow what is received.
    await landfall.push(noticeOn('REEF HERON', 'N00009', 1));
    await heron.getByText('3 arrivals').waitFor();

    await heron.focus();
    await keyboard.press('Enter');
    await expect.poll(async () => (await open.references()).sort()).toEqual(['N00006', 'N00007', 'N00009']);
    await board.getByRole('button', { name: 'Remove the filter Vessel: REEF HERON' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => open.references()).toEqual(['5 arrivals', '3 arrivals', '1 arrival']);
    expect(open.complaints).toEqual([]);
  });
});
