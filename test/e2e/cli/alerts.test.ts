import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { program } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { runHere } from '../../support/run-here.ts';
import { alertNameOf, createAlertSubscriber } from '../../support/subscriber.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';

it('alerts list prints the open alerts as a table, with --json one object per line, and reports the known kinds', async () => {
  await using landfall = await openLandfall({}, { evaluatesArrivals: true });
  const subscriber = createAlertSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  await landfall.push(noticeOf({ reference: 'CLI1', arrivalDate: dayIn(10) }));
  await untilArrival(landfall, 'CLI1', ({ bestTime }) => bestTime?.localDate === dayIn(10));
  await landfall.push(noticeOf({ reference: 'CLI1', version: 2, arrivalDate: dayIn(12) }));
  await subscriber.until((events) => events.some((event) => alertNameOf(event) === 'ETA_CHANGED RAISED CLI1'));
  await subscriber.stop();
  await listening;
  const list = (...args: string[]) => runHere(['alerts', 'list', '--url', `${landfall.url}/graphql`, ...args], { environment: {} });
  const { code, stdout } = await list('--kind', 'ETA_CHANGED', '--json');
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ kind: 'ETA_CHANGED', transition: 'RAISED', hoursMoved: 48, arrival: { transportDocumentReference: 'CLI1' } }]);
  expect(await list('--kind', 'ARRIVED', '--json')).toMatchObject({ code: 0, stdout: '' });
  const table = (await list('--kind', 'ETA_CHANGED')).stdout.trim().split('\n');
  expect(table.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['what', 'severity', 'kind', 'document', 'before', 'after', 'containers'],
    ['RAISED', expect.any(String), 'ETA_CHANGED', 'CLI1', `${dayIn(10)} (NOTICE)`, `${dayIn(12)} (NOTICE)`, '-'],
  ]);
  expect(await list('--kind', 'ARRIVED')).toMatchObject({ code: 0, stdout: 'No open alert matches.\n' });
  const unknown = await list('--kind', 'NOTHING');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('BAD_USER_INPUT')]);
});

it('alerts watch resumes after a cursor with the alert that follows it, and prints a table without --json', async () => {
  await using landfall = await openLandfall({}, { evaluatesArrivals: true });
  const subscriber = createAlertSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  await landfall.push(noticeOf({ reference: 'CLI2', arrivalDate: dayIn(10) }));
  await untilArrival(landfall, 'CLI2', ({ bestTime }) => bestTime?.localDate === dayIn(10));
  const days = [dayIn(12), dayIn(14)];
  for (const [index, arrivalDate] of days.entries()) {
    await landfall.push(noticeOf({ reference: 'CLI2', version: index + 2, arrivalDate }));
    await subscriber.until((events) => events.some(({ alert }) => alert?.transition === 'RAISED' && alert.after?.text === arrivalDate));
  }
  await subscriber.stop();
  await listening;
  const first = subscriber.events.find(({ alert }) => alert?.after?.text === days[0]);
  const raised = subscriber.events.filter(({ alert }) => alert?.transition === 'RAISED');
  expect(raised).toHaveLength(2);

  const args = ['alerts', 'watch', '--url', `${landfall.url}/graphql`, '--after', first?.cursor ?? ''];
  const watching = spawn(process.execPath, [...program, ...args, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const printed: { readonly cursor: string }[] = [];
  for await (const line of createInterface({ input: watching.stdout })) {
    printed.push(JSON.parse(line));
    if (printed.at(-1)?.cursor === subscriber.events.at(-1)?.cursor) break;
  }
  const ended = once(watching, 'exit');
  watching.kill();
  await ended;
  const position = subscriber.events.findIndex(({ cursor }) => cursor === first?.cursor);
  expect(printed.map(({ cursor }) => cursor)).toEqual(subscriber.events.slice(position + 1).map(({ cursor }) => cursor));

  const rows = spawn(process.execPath, [...program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: rows.stdout })) {
    lines.push(line);
    if (lines.length === printed.length + 1) break;
  }
  const rowsEnded = once(rows, 'exit');
  rows.kill();
  await rowsEnded;
  expect(lines[0]).toMatch(/^time +what +severity +kind +document/);
  expect(lines.slice(1).map((line) => /\b(RAISED|CLOSED)\b/.exec(line)?.[0])).toEqual(
    subscriber.events.slice(position + 1).map(({ alert }) => alert?.transition),
  );
});
