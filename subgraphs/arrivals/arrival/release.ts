import type { ArrivalRelease, NoticeEvidence, ReleaseAnswer, ReleasePart } from '../model.ts';

/** The parts of a release, by the names of their attributes. */
export const releaseParts = ['freight', 'customs', 'originalBillOfLading'] as const;

const namesOfParts: Readonly<Record<(typeof releaseParts)[number], ReleasePart>> = {
  freight: 'FREIGHT',
  customs: 'CUSTOMS',
  originalBillOfLading: 'ORIGINAL_BILL_OF_LADING',
};

/**
 * Returns what a notice states about the release. The cargo is released if the freight is and neither customs nor the
 * bill of lading is stated to be missing; unknown parts are listed separately. A sea waybill needs no original.
 */
export function releaseOf(notice: NoticeEvidence): ArrivalRelease {
  const [freight, customs] = [partOf(notice.isFreightReleased), partOf(notice.isCustomsReleased)];
  const isWaybill = notice.transportDocumentTypeCode?.trim().toUpperCase() === 'SWB';
  const parts = { freight, customs, originalBillOfLading: isWaybill ? 'NOT_REQUIRED' : partOf(notice.isOBLReceived) } as const;
  const isMissing = Object.values(parts).includes('NO');
  return {
    ...parts,
    freightPayment: notice.freightPaymentStatus,
    isReleased: isMissing ? 'NO' : freight === 'YES' ? 'YES' : 'UNKNOWN',
    unknown: releaseParts.filter((part) => parts[part] === 'UNKNOWN').map((part) => namesOfParts[part]),
  };
}

function partOf(flag: boolean | undefined): ReleaseAnswer {
  return flag === undefined ? 'UNKNOWN' : flag ? 'YES' : 'NO';
}
