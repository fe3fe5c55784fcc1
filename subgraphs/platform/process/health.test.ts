import { expect, test } from 'vitest';
import { readPackageVersion } from '../package-root.ts';
import { createMetricsRegistry, createPushMetrics } from './health.ts';

test('the metrics of a process include its version', async () => {
  expect(await createMetricsRegistry().getSingleMetricAsString('landfall_build_info')).toContain(
    `landfall_build_info{version="${readPackageVersion()}"} 1`,
  );
});

test('objects of a push that became dead letters are counted by partner', async () => {
  const registry = createMetricsRegistry();
  const onPush = createPushMetrics(registry);
  const push = { path: '/events', partner: 'acme', status: 200, requestId: 'r-1', durationMs: 5, objects: 3 };
  onPush({ ...push, counts: { stored: 1, repeated: 0, clashing: 0, refused: 2 } });
  onPush({ ...push, status: 401, partner: undefined, objects: 0 });
  expect((await registry.getSingleMetric('landfall_push_dead_letters_total')?.get())?.values).toMatchObject([
    { labels: { path: '/events', partner: 'acme' }, value: 2 },
    { labels: { path: '/events', partner: 'unknown' }, value: 0 },
  ]);
});
