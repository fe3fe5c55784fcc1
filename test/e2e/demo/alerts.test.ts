import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AlertKind, alertKinds, alertRules } from '../../../subgraphs/arrivals/alerts.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { tableOn } from '../../support/pages.ts';
import { type AlertEvent, createAlertSubscriber } from '../../support/subscriber.ts';

/** The documented example of a kind. */
interface Example {
  readonly severity: string;
  readonly before: string;
  readonly after: string;
}

/** Replaces letters and digits by their kind, so that values of the same form are equal. */
const formOf = (text: string | undefined) => (text ?? '').replaceAll(/\d+/g, '9').replaceAll(/[A-Z]+(?=[^a-z]|$)/g, 'A');

/** Reads the documented examples: kind, severity, value before and after. */
function documentedExamples(): ReadonlyMap<string, Example> {
  const rows = tableOn('docs/alerts.md', 'demo-alerts').split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [, kind = '', severity = '', before = '', after = ''] = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return [kind, { severity, before, after }];
    }),
  );
}

/** Limits of the demo until it has raised every kind, far below a log in which each berth time turns back and forth. */
const [maxEntriesPerArrival, maxFileBytes] = [10, 100_000_000];

test('the demo raises every kind of alert, the documentation has an example of each in the same form, and the log and the files stay small', async () => {
  await using folder = await temporaryFolder();
  const environment = { DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  await using demo = await startLandfall(['demo'], { environment });
  const subscriber = createAlertSubscriber('0');
  const listening = subscriber.listen(demo.url);
  const examples = documentedExamples();
  expect([...examples].map(([kind, { severity }]) => [kind, severity])).toEqual(
    alertKinds.map((kind) => [kind, alertRules[kind].severity]),
  );
  for (const kind of alertKinds) {
    const { before, after } = examples.get(kind) ?? { before: '', after: '' };
    const hasForm = ({ alert }: AlertEvent) =>
      formOf(alert?.before?.text) === formOf(before) && formOf(alert?.after?.text) === formOf(after);
    await subscriber.until((events) => events.some((event) => isRaised(event, kind) && hasForm(event)));
  }
  await subscriber.stop();
  await listening;
  const arrivals = new Set(subscriber.events.map(({ alert }) => alert?.arrival?.id));
  expect(subscriber.events.length).toBeLessThan(maxEntriesPerArrival * arrivals.size);
  const files = await readdir(join(folder.path, 'demo'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder.path, 'demo', file))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxFileBytes);
}, 240_000);

function isRaised({ alert }: AlertEvent, kind: AlertKind): boolean {
  return alert?.kind === kind && alert.transition === 'RAISED';
}
