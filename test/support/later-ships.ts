import { imoNumberOf } from '@landfall/sandbox/check-digits.ts';
import { vesselScheduleWith, type Wire } from '../contract/matching/samples.ts';

const dayMs = 86_400_000;
const weeks = 8;

/**
 * Returns schedules of other ships at the port of the samples, one a week. Schedules continue for weeks: an answer that ends
 * before the day of a notice counts as truncated.
 */
export function laterShips(fromMs: number): Wire[] {
  return Array.from({ length: weeks }, (_, week) => {
    const [vesselIMONumber, voyage] = [imoNumberOf(950_000 + week), `${800 + week}W`];
    const numbers = { carrierImportVoyageNumber: voyage, universalImportVoyageReference: `2${voyage}` };
    return vesselScheduleWith({
      call: { transportCallReference: `LATER-${week}`, ...numbers },
      vessel: { vesselIMONumber, name: `LATER ${week}` },
      arrival: `${new Date(fromMs + (week + 1) * 7 * dayMs).toISOString().slice(0, 19)}Z`,
    });
  });
}
