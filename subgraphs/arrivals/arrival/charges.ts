import type { ChargeSum } from '../model.ts';

/** A charge as a GraphQL operation returns it. */
export interface ChargeAnswer {
  readonly chargeName?: string | null | undefined;
  readonly chargeCode?: string | null | undefined;
  readonly currencyAmount?: number | null | undefined;
  readonly currencyCode?: string | null | undefined;
}

/**
 * Sums charges per currency and name, sorted. A charge without a name is summed under its code.
 * @returns undefined if there is no charge: a version that was read without charges cannot be distinguished from one
 *   that has none
 */
export function chargeSumsOf(charges: readonly ChargeAnswer[]): ChargeSum[] | undefined {
  const sums = new Map<string, ChargeSum>();
  for (const { chargeName, chargeCode, currencyAmount, currencyCode } of charges) {
    if (typeof currencyAmount !== 'number') continue;
    const [currency, name] = [(currencyCode ?? '').trim().toUpperCase(), (chargeName ?? chargeCode ?? '').trim()];
    const key = JSON.stringify([currency, name.toUpperCase()]);
    const held = sums.get(key);
    const hundredths = (held?.hundredths ?? 0) + Math.round(currencyAmount * 100);
    sums.set(key, { currencyCode: currency, chargeName: held?.chargeName ?? name, hundredths });
  }
  if (sums.size === 0) return undefined;
  return [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
}

/** Formats a sum, such as `EUR Demurrage 120.00`. */
export function chargeText({ currencyCode, chargeName, hundredths }: ChargeSum): string {
  return [currencyCode, chargeName, (hundredths / 100).toFixed(2)].filter((part) => part !== '').join(' ');
}
