import { beforeAll, describe, expect, test } from 'vitest';
import { explain } from '../../support/matching/explain.ts';
import type { Recall } from '../../support/matching/figures.ts';
import { type Measured, measureWorld } from '../../support/matching/measure.ts';

/** Rules are tuned on the first seed; the other is for validation. */
const seeds = process.env['CI'] === undefined ? [2] : [2, 1_007];
const share = ({ found, of }: Recall) => found / of;

describe.each(seeds)('over HTTP, in the world of seed %i,', (seed) => {
  let measured: Measured;
  const explained = (what: string) =>
    measured.findings.filter((finding) => finding.what === what).map((finding) => explain(finding, measured.truth));

  beforeAll(async () => {
    measured = await measureWorld(seed, { troubles: 'usual' }, { alone: 5, events: false, change: false });
  });

  test('no notice is matched with a wrong call', () => {
    expect(explained('calls')).toEqual([]);
    expect(measured.figures.calls.right).toBeGreaterThan(40);
  });

  test('no notice is matched with the events of a wrong call, neither directly nor through its call', () => {
    expect(explained('eventsOfNotices')).toEqual([]);
    expect(explained('eventsOfCalls')).toEqual([]);
  });

  test('a notice has the same matches alone and on a page', () => {
    expect(measured.differences).toEqual([]);
  });

  test('a repeated page causes no requests', () => {
    expect(measured.requests.warm).toBe(0);
  });

  test('no match hides that its records state another ship or voyage', () => {
    expect(explained('hidden')).toEqual([]);
  });

  test('at least 95 % of the notices with the right ship, port and voyage find their call', () => {
    expect(measured.figures.callRecall.of).toBeGreaterThan(20);
    expect(share(measured.figures.callRecall)).toBeGreaterThanOrEqual(0.95);
  });
});
