import { setTimeout as pause } from 'node:timers/promises';
import { openBoardPage } from '../e2e/board/board-page.ts';
import { noticeOf } from '../e2e/board/notices.ts';
import { openDemo } from '../e2e/board/open-demo.ts';
import { changeFor, framesWhileScrolling, heapBytes, loadAll, pushMany } from '../e2e/board/ten-thousand.ts';
import { openTcpProxy } from '../e2e/client/tcp-proxy.ts';
import { openBrowser } from '../support/browser.ts';
import { openLandfall } from '../support/open-landfall.ts';

/** `npx tsx test/bench/board.ts [minutes]`: runs the board in a real browser, for ten minutes by default. */
const minutes = Number(process.argv[2] ?? 10);
const count = 10_000;
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

await using chromium = await openBrowser();
{
  await using demo = await openDemo();
  const first = [];
  for (let round = 0; round < 5; round += 1) {
    await using open = await openBoardPage(chromium.browser, demo.landfall.url);
    await open.board.locator('.canvas .row').first().waitFor();
    first.push(await open.firstRowsMs());
  }
  console.log(`first rows on the demo, ms: ${first.map(Math.round).join(', ')} (goal: at most 1,000)`);
}
{
  await using landfall = await openLandfall({}, { evaluatesArrivals: true });
  await pushMany(landfall, count);
  await using open = await openBoardPage(chromium.browser, landfall.url);
  await loadAll(open, count);
  console.log(`${count} rows, frames of each second of scrolling: ${(await framesWhileScrolling(open, 10)).join(', ')} (goal: 50)`);
  await open.board.locator('.viewport').evaluate((viewport) => viewport.scrollTo({ top: 0 }));
  for (let minute = 0; minute <= minutes; minute += 1) {
    console.log(`minute ${minute}, a change a second: heap ${megabytes(await heapBytes(open))}`);
    if (minute < minutes) await changeFor(landfall, open, { changes: 60, pauseMs: 1_000, from: minute * 60 });
  }
}
{
  await using landfall = await openLandfall({}, { evaluatesArrivals: true });
  await using network = await openTcpProxy(landfall.port);
  await using open = await openBoardPage(chromium.browser, network.url);
  await landfall.push(noticeOf({ reference: 'A0' }));
  await open.row('A0').waitFor();
  network.be('silent');
  for (let number = 1; number <= 10; number += 1) await landfall.push(noticeOf({ reference: `A${number}` }));
  await pause(60_000);
  network.be('open');
  const opened = performance.now();
  for (let number = 1; number <= 10; number += 1) await open.row(`A${number}`).waitFor({ timeout: 60_000 });
  console.log(`network silent for a minute: all ten versions shown ${Math.round(performance.now() - opened)} ms after it was back`);
}
