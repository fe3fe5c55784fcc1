import type { OpenLandfall } from './open-landfall.ts';
import { until } from './until.ts';

const query = '{ arrivalNoticeVersionLog(after: "0", first: 20) { events { missed { reason } } } }';

/**
 * Waits until the log of notice versions is empty. It is trimmed shortly after the start, and no event reports that.
 */
export async function logTrimmed(landfall: Pick<OpenLandfall, 'query'>): Promise<void> {
  await until(async () => {
    const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { events: { missed: unknown }[] } }>(query);
    return arrivalNoticeVersionLog.events.every(({ missed }) => missed !== null);
  });
}
