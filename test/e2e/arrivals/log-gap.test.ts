import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { logTrimmed } from '../../support/trimmed-log.ts';
import { noticeOf } from './arriving-notice.ts';
import { untilArrival } from './until-arrival.ts';

describe.for(someStoresOfTests())('arrivals over $name', (store) => {
  test('process the versions that were trimmed from the log before they were evaluated', async () => {
    await using opened = store.open();
    await using folder = await temporaryFolder();
    const environment = { ...opened.environment, DATA_DIR: folder.path };
    {
      await using landfall = await openLandfall(environment, { evaluatesArrivals: true });
      await landfall.push(noticeOf({ reference: 'GAP1' }));
      await untilArrival(landfall, 'GAP1', () => true);
    }
    {
      await using landfall = await openLandfall(environment);
      await landfall.push(noticeOf({ reference: 'GAP1', version: 2, arrivalDate: dayIn(12) }), noticeOf({ reference: 'GAP2' }));
    }
    {
      // With this retention every version has expired when the log is trimmed at the start.
      await using landfall = await openLandfall({ ...environment, LOG_RETENTION_HOURS: '0.0000001' });
      await logTrimmed(landfall);
    }
    await using landfall = await openLandfall(environment, { evaluatesArrivals: true });
    await untilArrival(landfall, 'GAP2', () => true);
    const { bestTime } = await untilArrival(landfall, 'GAP1', (arrival) => arrival.bestTime?.localDate !== dayIn(10));
    expect(bestTime).toMatchObject({ localDate: dayIn(12) });
    for (const reference of ['GAP3', 'GAP4']) {
      await landfall.push(noticeOf({ reference }));
      await untilArrival(landfall, reference, () => true);
    }
  });
});
