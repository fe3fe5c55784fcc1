import { describe, expect, test } from 'vitest';
import { eventWith, noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { openJoins } from './open-joins.ts';

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const at = (UNLocationCode: string) => ({ UNLocationCode });

describe.for(someStoresOfTests())('one call, spelled by everybody in another way, over $name', (store) => {
  test('is found by notices and events in both directions', async () => {
    await using opened = store.open();
    const vessel = { name: 'KING OF THE SEAS' };
    const schedule = vesselScheduleWith({ vessel, call: { carrierImportVoyageNumber: '649E', transportCallReference: undefined } });
    await using joins = await openJoins(
      { acme: { carriers, schedules: { vesselSchedules: [schedule] }, lines: ['portAliases: { SGSNP: SGSIN }'] }, port: {} },
      opened.environment,
    );
    const voyage = { vesselName: 'M.V. King-of-the-Séas', carrierImportVoyageNumber: '00649E' };
    const notice = noticeWith({ voyage });
    await joins.push('acme', {
      arrivalNotices: [{ ...notice, transport: { ...(notice['transport'] as object), portOfDischarge: at('SGSNP') } }],
    });
    const event = eventWith().wire as { vessel: object; portCall: object; terminalCall: object };
    await joins.push('port', {
      events: [
        {
          ...event,
          vessel: { vesselName: 'King-of-the Seas' },
          portCall: at('SGSNP'),
          terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: '649 E' } },
        },
      ],
    });
    const { arrivalCall } = await joins.joinsOf();
    expect(arrivalCall.outcome).toBe('UNIQUE');
    expect(arrivalCall.unique?.call.arrivalNotices.notices).toHaveLength(1);
    expect(arrivalCall.unique?.call.portCallEvents.events).toHaveLength(1);
  });
});
