import { expect, it } from 'vitest';
import { createCallQuota } from './call-quota.ts';

const [blue, red] = ['blue', 'red'].map((tenant) => ({ tenant, partnerCallsPerMinute: 2 }));
const refusal = expect.objectContaining({
  code: 'RATE_LIMITED',
  message: 'At most 2 calls to partners a minute are allowed. Try again in 30 s.',
});

it('lets each tenant make as many calls as it may, and nobody’s own calls without end', async () => {
  let now = 0;
  const allowance = createCallQuota({ now: () => now });
  for (const payer of [blue, blue, red, undefined, undefined, undefined]) await allowance.begin(payer);
  await expect(allowance.begin(blue)).rejects.toThrow(refusal);
  await allowance.begin(red);
  now += 30_000;
  await allowance.begin(blue);
  await expect(allowance.begin(blue)).rejects.toThrow(refusal);
});

it('does not count a call that was not made', async () => {
  const allowance = createCallQuota({ now: () => 0 });
  for (let number = 0; number < 10; number += 1) {
    await allowance.begin(blue);
    allowance.takeBack(blue);
    allowance.takeBack(undefined);
  }
  await allowance.begin(blue);
  await allowance.begin(blue);
  await expect(allowance.begin(blue)).rejects.toThrow(refusal);
});

it('knows no limit where none is set', async () => {
  const unlimited = { tenant: 'blue', partnerCallsPerMinute: 0 };
  const allowance = createCallQuota({ now: () => 0 });
  for (let number = 0; number < 100; number += 1) await allowance.begin(unlimited);
  expect(allowance.takeBack(unlimited)).toBeUndefined();
});
