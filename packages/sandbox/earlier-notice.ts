import { dayMs, hourMs } from './fleet/durations.ts';
import type { Fleet } from './fleet/fleet.ts';
import { feeder } from './fleet/loops.ts';
import { type Notice, noticeOf } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import { createShipment, firstStateOf, shiftDay } from './shipment.ts';

/** A notice that Landfall received some days before the demo starts. */
export interface EarlierNotice {
  /** Id of the carrier. */
  readonly partner: string;
  readonly notice: Notice;
  /** RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
}

/** More than three days, after which an arrival without news is reported. */
const ageMs = 3 * dayMs + 2 * hourMs;
const daysAhead = 2;

/**
 * Creates a notice about cargo on a feeder ship that no schedule and no port mentions, so that nothing has been
 * received about it since.
 *
 * @param options.now milliseconds since 1970
 */
export function earlierNoticeOf(
  profile: SandboxProfile,
  options: { readonly fleet: Fleet; readonly seed: string; readonly now: number },
): EarlierNotice {
  const { now } = options;
  const receivedAt = new Date(now - ageMs).toISOString();
  const reference = `${profile.documentPrefix}${receivedAt.replace(/\D/g, '').slice(2, 13)}`;
  const shipment = createShipment(profile, reference, { ...options, transshipped: false });
  const arrivalDate = shiftDay(new Date(now).toISOString().slice(0, 10), daysAhead);
  const state = { ...firstStateOf(shipment, { now }), vessel: feeder, arrivalDate };
  const labels = { issueDateTime: receivedAt, typeLabel: profile.typeLabels[0], versionLabel: 'Original' };
  return { partner: profile.id, notice: noticeOf(profile, shipment, { state, labels, saysVoyage: false }), receivedAt };
}
