import { describe, expect, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import type { TestPartner } from '../../support/partners.ts';
import type { Shortcoming } from '../../support/producer.ts';
import { until } from '../../support/until.ts';
import { openJoins } from './open-joins.ts';

/** How long to wait for a partner that does not respond. */
const deadlineMs = 1_000;
/** Longer than any partner here takes to respond, even on a busy machine. */
const patientMs = 30_000;

interface Row {
  readonly partner: { readonly id: string };
  readonly current: {
    readonly arrivalCall: {
      readonly outcome: string;
      readonly unique: { readonly call: { readonly records: readonly { partner: { readonly id: string } }[] } } | null;
      readonly sources: readonly { partner: { readonly id: string }; status: string }[];
    };
  };
}
interface Page {
  readonly arrivalNotices: { readonly nodes: readonly Row[] };
}
const query = `query ($maxAgeSeconds: Int) { arrivalNotices(first: 100) { nodes { partner { id } current { arrivalCall(maxAgeSeconds: $maxAgeSeconds, maxWaitMs: 60000) {
  outcome unique { call { records { partner { id } } } } sources { partner { id } status } } } } } }`;

/** A call of one of a carrier's ships. */
interface Sailing {
  readonly carrier: number;
  readonly number: number;
  readonly UNLocationCode: string;
}

const shipOf = ({ carrier, number }: Sailing) => ({
  vesselIMONumber: String(9_000_000 + carrier * 100 + number),
  name: `Ship ${carrier} ${number}`,
});

function scheduleOf(sailing: Sailing): object {
  const transportCall = {
    transportCallReference: `CALL-${sailing.carrier}-${sailing.number}`,
    carrierImportVoyageNumber: '649E',
    location: { UNLocationCode: sailing.UNLocationCode },
    timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-28T22:00:00+08:00' }],
  };
  const vesselSchedules = [{ vessel: shipOf(sailing), isDummyVessel: false, transportCalls: [transportCall] }];
  return { carrierServiceName: 'Loop', carrierServiceCode: 'LOOP', vesselSchedules };
}

function noticeOf(sailing: Sailing): object {
  const { vesselIMONumber, name: vesselName } = shipOf(sailing);
  return {
    issueDateTime: '2026-12-20T08:00:00Z',
    transportDocumentReference: `TD-${sailing.number}`,
    transport: {
      portOfDischarge: { UNLocationCode: sailing.UNLocationCode },
      portOfDischargeArrivalDate: { value: '2026-12-28', classifier: 'EST' },
      legs: [{ vesselVoyage: { vesselIMONumber, vesselName, carrierImportVoyageNumber: '649E' } }],
    },
  };
}

const carrierWith = (sailings: readonly Sailing[], waitMs = patientMs): TestPartner => ({
  schedules: { vesselSchedules: sailings.map(scheduleOf) },
  lines: [`limits: { requestsPerSecond: 100, timeoutMs: ${waitMs}, deadlineMs: ${waitMs} }`],
});

describe('a Producer that fails', () => {
  const [sound, lost] = [
    { carrier: 0, number: 0, UNLocationCode: 'SGSIN' },
    { carrier: 1, number: 0, UNLocationCode: 'SGSIN' },
  ] as const;
  const never = new Promise<never>(() => {});

  test.each<[how: string, shortcoming: Shortcoming, status: string]>([
    ['answers too late', { after: never }, 'TIMED_OUT'],
    ['drips', { fault: 'drip' }, 'TIMED_OUT'],
    ['breaks off', { fault: 'cut' }, 'FAILED'],
    ['answers HTML', { body: '<html>', headers: { 'content-type': 'text/html' } }, 'FAILED'],
    ['answers an object', { body: { schedules: [] } }, 'FAILED'],
    ['answers 500', { status: 500 }, 'FAILED'],
    ['does not let us in', { status: 401 }, 'DENIED'],
    ['refuses port and ship', { refuses: ['UNLocationCode', 'vesselIMONumber'] }, 'REFUSED_FILTER'],
  ])('costs only its own rows when it %s, is reported, and recovers', async (_how, shortcoming, status) => {
    await using joins = await openJoins({
      sound: carrierWith([sound]),
      lost: carrierWith([lost], status === 'TIMED_OUT' ? deadlineMs : patientMs),
    });
    await joins.push('sound', { arrivalNotices: [noticeOf(sound)] });
    await joins.push('lost', { arrivalNotices: [noticeOf(lost)] });
    const outcomes = async () => {
      const { arrivalNotices } = await joins.landfall.query<Page>(query, { maxAgeSeconds: 0 });
      return Object.fromEntries(arrivalNotices.nodes.map(({ partner, current }) => [partner.id, current.arrivalCall]));
    };
    joins.partners.producer('lost').behave(shortcoming);
    const failing = await outcomes();
    expect(failing['sound']).toMatchObject({ outcome: 'UNIQUE', unique: { call: { records: [{ partner: { id: 'sound' } }] } } });
    const sources = [
      { partner: { id: 'lost' }, status },
      { partner: { id: 'sound' }, status: 'OK' },
    ];
    expect(failing['lost']).toEqual({ outcome: 'UNKNOWN', unique: null, sources });
    joins.partners.producer('lost').behave();
    // On a busy machine even a sound answer may miss the short deadline.
    await expect
      .poll(async () => (await outcomes())['lost'])
      .toMatchObject({ outcome: 'UNIQUE', unique: { call: { records: [{ partner: { id: 'lost' } }] } } });
  });

  test('leaves the outcome open: if it answers that there is no call, the outcome is NONE', async () => {
    await using joins = await openJoins({ sound: carrierWith([sound]), lost: carrierWith([]) });
    await joins.push('lost', { arrivalNotices: [noticeOf(lost)] });
    const { arrivalNotices } = await joins.landfall.query<Page>(query);
    expect(arrivalNotices.nodes).toMatchObject([{ current: { arrivalCall: { outcome: 'NONE' } } }]);
  });
});

describe('the number of requests to partners', () => {
  const ports = [
    ...[
      'SGSIN',
      'NLRTM',
      'DEHAM',
      'BEANR',
      'GBFXT',
      'FRLEH',
      'ESALG',
      'ITGOA',
      'GRPIR',
      'EGPSD',
      'AEJEA',
      'LKCMB',
      'MYPKG',
      'THLCH',
      'VNSGN',
    ],
    ...[
      'HKHKG',
      'TWKHH',
      'CNSHA',
      'CNNGB',
      'CNYTN',
      'KRPUS',
      'JPYOK',
      'USLAX',
      'USOAK',
      'USNYC',
      'USSAV',
      'PAMIT',
      'BRSSZ',
      'ZADUR',
      'MATNG',
    ],
  ];
  const carriers = Array.from({ length: 10 }, (_, carrier) => `carrier-${carrier}`);
  const sailingsOf = (carrier: number, portCount: number) =>
    Array.from(
      { length: 10 },
      (_, number): Sailing => ({ carrier, number, UNLocationCode: ports[(carrier + number * 3) % portCount] ?? '' }),
    );

  test.each([12, ports.length])(
    'is at most 150 for a page of 100 notices over 10 carriers and %i ports, and none when the page is repeated',
    async (portCount) => {
      const partners = carriers.map((id, carrier) => [id, carrierWith(sailingsOf(carrier, portCount))] as const);
      await using joins = await openJoins(Object.fromEntries(partners));
      for (const [carrier, id] of carriers.entries()) {
        await joins.push(id, { arrivalNotices: sailingsOf(carrier, portCount).map(noticeOf) });
      }
      const { arrivalNotices } = await joins.landfall.query<Page>(query);
      const cold = joins.partners.requestCount();
      process.stdout.write(`100 notices, 10 carriers, ${portCount} ports: ${cold} requests\n`);
      expect(cold).toBeLessThanOrEqual(150);
      // Each carrier is requested about its own calls first.
      expect(arrivalNotices.nodes.map(({ current }) => current.arrivalCall.outcome)).toEqual(Array(100).fill('UNIQUE'));
      await joins.landfall.query(query);
      expect(joins.partners.requestCount()).toBe(cold);
    },
  );

  test('is one for equal concurrent requests', async () => {
    const sailing: Sailing = { carrier: 0, number: 0, UNLocationCode: 'SGSIN' };
    // A port's agent has no schedules of its own, so all carriers are requested.
    await using joins = await openJoins({ agent: {}, slow: carrierWith([sailing]), quick: carrierWith([]) });
    await joins.push('agent', { arrivalNotices: [{ ...noticeOf(sailing), carrierCode: 'AG', carrierCodeListProvider: 'SMDG' }] });
    const [slow, quick] = [joins.partners.producer('slow'), joins.partners.producer('quick')];
    const released = deferred();
    slow.behave({ after: released.promise });
    const first = joins.landfall.query<Page>(query, { maxAgeSeconds: 0 });
    // A request to the quick partner that is still in flight would serve both queries as well.
    const finished = 'landfall_upstream_calls_total{partner="quick",standard="COMMERCIAL_SCHEDULES",outcome="OK"} 1';
    await until(async () => (await (await fetch(`${joins.landfall.url}/metrics`)).text()).includes(finished));
    const second = joins.landfall.query<Page>(query, { maxAgeSeconds: 0 });
    // The second query has requested all partners by the time it has requested the quick one.
    await quick.received(2);
    expect(slow.requests).toHaveLength(1);
    released.resolve();
    for (const { arrivalNotices } of await Promise.all([first, second])) {
      expect(arrivalNotices.nodes[0]?.current.arrivalCall.sources).toMatchObject([{ status: 'EMPTY' }, { status: 'OK' }, {}]);
    }
  });
});
