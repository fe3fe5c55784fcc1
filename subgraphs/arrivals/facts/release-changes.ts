import { releaseParts } from '../arrival/release.ts';
import { noticeRef } from '../statements/notice.ts';
import { type FactContext, sideValue } from './fact-context.ts';

/**
 * Checks `RELEASED`, raised when `isReleased` becomes YES, and `RELEASE_WITHDRAWN`, raised when a part changes from YES
 * to NO. What a version omits remains as last given.
 */
export function checkRelease({
  evidence: { notice },
  snapshot: { release },
  former,
  next,
  changes,
  isCollected,
  explain,
}: FactContext): void {
  const ref = noticeRef(notice);
  const given = former?.release ?? {};
  const withdrawn = releaseParts.flatMap((part) => {
    const before = given[part];
    return release[part] === 'NO' && before?.value === 'YES' ? [{ part, ref: before.ref }] : [];
  });
  next.release = { ...given };
  for (const part of releaseParts) {
    const value = release[part];
    if ((value === 'YES' || value === 'NO') && value !== given[part]?.value) next.release = { ...next.release, [part]: { value, ref } };
  }
  if (withdrawn.length > 0) {
    const parts = withdrawn.map(({ part }) => nameOf[part]).join(', ');
    changes.close('RELEASED', { closeReason: 'OPPOSITE_STATED', evidence: [ref] });
    changes.raise({
      kind: 'RELEASE_WITHDRAWN',
      steps: [{ before: sideValue('NOTICE', `${parts}: YES`), after: sideValue('NOTICE', `${parts}: NO`) }],
      evidence: [ref, ...new Map(withdrawn.map((one) => [one.ref.id, one.ref])).values()],
    });
  }
  const wasReleased = former?.isReleased ?? false;
  if (release.isReleased === 'NO') changes.close('RELEASED', { closeReason: 'REVERTED', evidence: [ref] });
  if (release.isReleased === 'YES' && !wasReleased) {
    const unknown = releaseParts
      .filter((part) => release[part] === 'UNKNOWN')
      .map((part) => nameOf[part])
      .join(', ');
    changes.close('RELEASE_WITHDRAWN', { closeReason: 'OPPOSITE_STATED', evidence: [ref] });
    changes.raise({
      kind: 'RELEASED',
      steps: [{ after: sideValue('NOTICE', unknown === '' ? 'YES' : `YES (unknown: ${unknown})`) }],
      evidence: [ref],
    });
  }
  next.isReleased = release.isReleased === 'UNKNOWN' ? wasReleased : release.isReleased === 'YES';
  if (isCollected) for (const kind of ['RELEASED', 'RELEASE_WITHDRAWN'] as const) changes.close(kind, { closeReason: 'COLLECTED' });
  const parts = releaseParts.map((part) => `${nameOf[part]} ${release[part]}`).join(', ');
  const needed = 'Cargo is released when the freight is YES and neither customs nor the bill is NO';
  const reported = 'The cargo is released; it is reported once, unless it was so in the first version';
  explain('RELEASED', `The notice states ${parts}. ${release.isReleased === 'YES' ? reported : needed}.`);
  explain('RELEASE_WITHDRAWN', `The notice states ${parts}. No part has become NO that was YES before.`);
}

const nameOf = { freight: 'freight', customs: 'customs', originalBillOfLading: 'original bill of lading' } as const;
