import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { freePort } from '../../support/processes.ts';
import { pushNotices } from '../../support/push.ts';
import { logTrimmed } from '../../support/trimmed-log.ts';
import { openTcpProxy } from '../client/tcp-proxy.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

const ten = Array.from({ length: 10 }, (_, index) => `BACK${index}`);

describe.skipIf(noBrowser)('a board that loses its server', () => {
  it('counts down to the next attempt, reconnects by itself after a kill, and shows the ten versions pushed meanwhile', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    const environment = {
      DATA_DIR: folder.path,
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: `${folder.path}/access.yaml`,
      PORT: String(await freePort()),
    };
    await using first = await startLandfall(['serve'], { environment });
    await pushNotices(first.url, ...noticesUpTo(5));
    await using open = await openBoard(first.url);
    await open.row('N00005').waitFor();
    await liveAgain(open);
    await first.kill('SIGKILL');
    await open.board.getByText(/Next attempt in \d+ s/).waitFor();
    expect(await open.row('N00005').isVisible()).toBe(true);
    await using second = await startLandfall(['serve'], { environment });
    for (const reference of ten) expect((await pushNotices(second.url, noticeOf({ reference }))).status).toBe(200);
    await showsAll(open);
  });

  it('reconnects after any network failure, and shows how many versions arrived meanwhile', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(5));
    await using network = await openTcpProxy(landfall.port);
    await using open = await openBoard(network.url);
    await open.row('N00005').waitFor();
    await liveAgain(open);
    // Without it, an attempt of the board could be made before the button is pressed.
    await open.page.evaluate(noOwnAttempts);
    network.be('refusing');
    await open.board.locator('[data-state="waiting"]').waitFor();
    for (const reference of ten) await landfall.push(noticeOf({ reference }));
    network.be('open');
    await open.board.getByRole('button', { name: 'Try now' }).click();
    await open.page.evaluate('allowAttempts()');
    await showsAll(open);
    await open.board.getByText(/10 notices arrived meanwhile/).waitFor();
    await open.board.getByRole('button', { name: 'Dismiss' }).click();
    await open.board.getByText(/arrived meanwhile/).waitFor({ state: 'detached' });
  });

  it('reports missed events and reads the list again when the retention has passed', async () => {
    await using folder = await temporaryFolder();
    await using network = await openTcpProxy(0);
    await using open = await (async () => {
      await using landfall = await openLandfall({ DATA_DIR: folder.path }, { evaluatesArrivals: true });
      await landfall.push(...noticesUpTo(5));
      network.lead(landfall.port);
      const board = await openBoard(network.url);
      await board.row('N00005').waitFor();
      await liveAgain(board);
      network.be('refusing');
      await board.board.locator('[data-state="waiting"]').waitFor();
      for (const reference of ten) await landfall.push(noticeOf({ reference }));
      return board;
    })();
    // With this retention everything pushed before the start has expired.
    await using landfall = await openLandfall({ DATA_DIR: folder.path, LOG_RETENTION_HOURS: '0.0000001' }, { evaluatesArrivals: true });
    await logTrimmed(landfall);
    network.lead(landfall.port);
    network.be('open');
    await open.board.getByText(/changes were missed/).waitFor();
    await showsAll(open);
    expect(await inspect(open, 'missed')).toEqual([]);
    await liveAgain(open);
    // The first one to arrive, because rows out of view are not drawn.
    await landfall.push(noticeOf({ reference: 'AFTERWARDS', arrival: dayIn(6) }));
    await open.row('AFTERWARDS').waitFor();
  });

  it('opens by itself when the server becomes available, if it was not at first', async () => {
    await using network = await openTcpProxy(0);
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(2));
    network.lead(landfall.port);
    await using open = await openBoard(network.url);
    await open.row('N00002').waitFor();
    network.be('refusing');
    await open.set('filter', '{"UNLocationCodes":["NLRTM"]}');
    await open.board.getByText(/Next attempt in \d+ s/).waitFor();
    network.be('open');
    await open.row('N00002').waitFor();
    await liveAgain(open);
  });
});

/** Makes every pause before an attempt as long as it can be, and lets no such timer fire until `allowAttempts` is called. */
const noOwnAttempts = `{
  const [random, start] = [Math.random, window.setTimeout];
  Math.random = () => 0;
  window.setTimeout = (run, ms, ...rest) => (ms >= 400 ? 0 : start(run, ms, ...rest));
  window.allowAttempts = () => {
    window.setTimeout = start;
    Math.random = random;
  };
}`;

function liveAgain({ board }: BoardPage): Promise<void> {
  return board.locator('[data-state="live"]').waitFor();
}

async function showsAll(open: BoardPage): Promise<void> {
  for (const reference of ten) await open.row(reference).waitFor();
}
