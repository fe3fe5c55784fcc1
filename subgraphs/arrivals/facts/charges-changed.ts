import { chargeText } from '../arrival/charges.ts';
import type { ChargeSum } from '../model.ts';
import { noticeRef } from '../statements/notice.ts';
import { type FactContext, sideValue } from './fact-context.ts';

/**
 * Checks `CHARGES_CHANGED`: whether the sums per currency and name differ. A version that states no charges at all may
 * have been requested without them.
 */
export function checkCharges({ evidence: { notice }, former, next, changes, explain }: FactContext): void {
  const { charges } = notice;
  const given = former?.charges;
  if (charges === undefined) {
    next.charges = given;
    explain('CHARGES_CHANGED', 'The current version of the notice states no charges.', false);
    return;
  }
  const isSame = given !== undefined && JSON.stringify(given.sums.map(keyOf)) === JSON.stringify(charges.map(keyOf));
  next.charges = isSame ? given : { sums: charges, ref: noticeRef(notice) };
  if (given !== undefined && !isSame) {
    const ref = noticeRef(notice);
    const [before, after] = [textOf(given.sums, charges), textOf(charges, given.sums)];
    changes.close('CHARGES_CHANGED', { closeReason: 'SUPERSEDED', evidence: [ref] });
    changes.raise({
      kind: 'CHARGES_CHANGED',
      steps: [{ before: sideValue('NOTICE', before), after: sideValue('NOTICE', after) }],
      evidence: [ref, given.ref],
    });
  }
  explain('CHARGES_CHANGED', `The sums of the charges have not changed since the version of ${next.charges.ref.at}.`);
}

function keyOf({ currencyCode, chargeName, hundredths }: ChargeSum): readonly unknown[] {
  return [currencyCode, chargeName.toUpperCase(), hundredths];
}

/** Formats the sums that the other list does not contain. */
function textOf(sums: readonly ChargeSum[], others: readonly ChargeSum[]): string {
  const held = new Set(others.map((sum) => JSON.stringify(keyOf(sum))));
  const own = sums.filter((sum) => !held.has(JSON.stringify(keyOf(sum))));
  return own.length === 0 ? 'none' : own.map(chargeText).join(', ');
}
