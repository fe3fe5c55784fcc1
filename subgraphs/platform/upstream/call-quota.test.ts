import { expect, it } from 'vitest';
import { createCallQuota } from './retrying-client.ts';

const [blue, red] = ['blue', 'red'].map((tenant) => ({ tenant, partnerCallsPerMinute: 2 }));
const refusal = expect.objectContaining({
  code: 'RATE_LIMITED',
  message: 'At most 2 calls to partners a minute are allowed. Try again in 30 s.',
});

it('limits the requests of each tenant, and none without a payer', async () => {
  let now = 0;
  const quota = createCallQuota({ now: () => now });
  for (const payer of [blue, blue, red, undefined, undefined, undefined]) await quota.begin(payer);
  await expect(quota.begin(blue)).rejects.toThrow(refusal);
  await quota.begin(red);
  now += 30_000;
  await quota.begin(blue);
  await expect(quota.begin(blue)).rejects.toThrow(refusal);
});

it('does not count a refunded request', async () => {
  const quota = createCallQuota({ now: () => 0 });
  for (let number = 0; number < 10; number += 1) {
    await quota.begin(blue);
    quota.refund(blue);
    quota.refund(undefined);
  }
  await quota.begin(blue);
  await quota.begin(blue);
  await expect(quota.begin(blue)).rejects.toThrow(refusal);
});

it('has no limit where none is set', async () => {
  const unlimited = { tenant: 'blue', partnerCallsPerMinute: 0 };
  const quota = createCallQuota({ now: () => 0 });
  for (let number = 0; number < 100; number += 1) await quota.begin(unlimited);
  expect(quota.refund(unlimited)).toBeUndefined();
});
