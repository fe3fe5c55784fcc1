import { expect, test } from 'vitest';
import { alertThresholdSteps, defaultAlertThresholds } from '#platform/access/access-file.ts';
import { alertSteps, defaultThresholds, thresholdNames } from './alerts.ts';

test('the kinds of alerts have the steps that the access file offers', () => {
  const named = Object.entries(thresholdNames).map(([kind, name]) => [name, alertSteps[kind as keyof typeof alertSteps]]);
  expect(Object.fromEntries(named)).toEqual(alertThresholdSteps);
  expect(defaultThresholds).toEqual(defaultAlertThresholds);
});
