import fc from 'fast-check';
import { type Caller, callerOf, type Entitlement, type PartyCode } from '#platform/access/entitlement.ts';
import { partyTermOf, visibilityOf } from '#platform/access/visibility.ts';
import { eventWith, fullVoyage, noticeWith, type Wire } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import type { PushPath } from '../access/visibility-landfall.ts';

/** Two carriers that push notices, and two partners that push events. */
export const partnerIds = ['acme', 'bolt', 'quay', 'port'] as const;
type ScenarioPartner = (typeof partnerIds)[number];

/** One object that a partner pushes. */
export interface ScenarioPush {
  readonly partner: ScenarioPartner;
  readonly path: PushPath;
  readonly object: Wire;
  /** For a notice: its document, and the parties that it names. */
  readonly document?: string;
  readonly parties: readonly PartyCode[];
}

/** The tenants of one access file, and what is pushed. */
export interface TenantScenario {
  readonly tenants: readonly Caller[];
  readonly pushes: readonly ScenarioPush[];
}

const parties = ['BLUE', 'RED', 'GREEN'].map((partyCode): PartyCode => ({ codeListProvider: 'SMDG', partyCode }));
const someOf = <T>(values: readonly T[]) => fc.subarray([...values]);

const entitlements: fc.Arbitrary<Entitlement> = fc.record({
  partners: fc.oneof(fc.constant('*' as const), fc.subarray([...partnerIds], { minLength: 2 })),
  parties: fc.oneof(fc.constant('*' as const), fc.subarray([...parties], { minLength: 1, maxLength: 2 })),
  charges: fc.boolean(),
  portCalls: fc.boolean(),
  operator: fc.constant(false),
});

/** One version of a notice, without its number. */
const versions = fc.record({
  parties: someOf(parties),
  days: fc.integer({ min: 1, max: 6 }),
  classifier: fc.constantFrom('EST', 'EST', 'EST', 'ACT'),
  amount: fc.constantFrom(100, 200, undefined),
  isFreightReleased: fc.constantFrom(true, false, undefined),
  lastFreeDays: fc.constantFrom(1, 2, 9, 12, undefined),
  vesselIMONumber: fc.constantFrom('9999993', '9999993', '9074729'),
});

const documents = fc.array(
  fc.record({
    partner: fc.constantFrom('acme' as const, 'bolt' as const),
    /** Whether there are events about its ship. */
    isInPort: fc.boolean(),
    versions: fc.array(versions, { minLength: 1, maxLength: 4 }),
    /** The position of each version among all pushes. */
    places: fc.array(fc.nat(1_000), { minLength: 4, maxLength: 4 }),
  }),
  { minLength: 3, maxLength: 5 },
);

const events = fc.array(
  fc.record({
    partner: fc.constantFrom('quay' as const, 'port' as const),
    eventID: fc.integer({ min: 1, max: 3 }),
    hours: fc.integer({ min: 0, max: 120 }),
    classifierCode: fc.constantFrom('EST', 'EST', 'PLN', 'ACT'),
    isOmitted: fc.constantFrom(false, false, false, true),
    place: fc.nat(1_000),
  }),
  { minLength: 2, maxLength: 6 },
);

/** Generates access files, with pushes to a Landfall that uses them. */
export const tenantScenarios: fc.Arbitrary<TenantScenario> = fc
  .record({ rights: fc.array(entitlements, { minLength: 3, maxLength: 3 }), documents, events })
  .map(({ rights, ...pushed }) => ({
    tenants: rights.map((entitlement, index) => callerOf(entitlement, `tenant-${index}`)),
    pushes: [...pushed.documents.flatMap(pushesOf), ...pushed.events.map(eventPushOf)]
      .toSorted((left, right) => left.place - right.place)
      .map(({ push }) => push),
  }));

interface PlacedPush {
  readonly place: number;
  readonly push: ScenarioPush;
}

type ScenarioDocument = Parameters<Parameters<typeof documents.map>[0]>[0][number];

function pushesOf({ partner, isInPort, versions: own, places }: ScenarioDocument, index: number): PlacedPush[] {
  const document = `${partner}-${index}`;
  const inOrder = places.toSorted((left, right) => left - right);
  let named: readonly PartyCode[] = [];
  return own.map((version, number) => {
    // A tenant gets no events of a visit while the notice is hidden, so for notices with events parties are only added.
    named = isInPort ? [...new Set([...named, ...version.parties])] : version.parties;
    const { lastFreeDays, amount, isFreightReleased, vesselIMONumber, days, classifier } = version;
    const date = { value: dayIn(days), classifier };
    const notice = noticeWith({
      transportDocumentReference: document,
      issueDateTime: new Date(Date.UTC(2026, 0, 1 + number)).toISOString().replace('.000', ''),
      voyage: isInPort ? fullVoyage : { ...fullVoyage, vesselName: 'PEARL', vesselIMONumber },
      documentParties: [{ partyFunction: 'CN', identifyingCodes: named }],
      ...(amount !== undefined && { charges: [{ currencyAmount: amount, currencyCode: 'EUR', chargeName: 'Handling' }] }),
      ...(isFreightReleased !== undefined && { releaseInformation: { isFreightReleased } }),
      ...(lastFreeDays !== undefined && { freeTimes: [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(lastFreeDays) } }] }),
    });
    const object = { ...notice, transport: { ...(notice['transport'] as object), portOfDischargeArrivalDate: date } };
    return { place: inOrder[number] ?? 0, push: { partner, path: '/arrival-notices', object, document, parties: named } };
  });
}

type ScenarioEvent = Parameters<Parameters<typeof events.map>[0]>[0][number];

function eventPushOf({ partner, eventID, hours, classifierCode, isOmitted, place }: ScenarioEvent): PlacedPush {
  const serviceDateTime = new Date(Date.parse(dayIn(1)) + hours * 3_600_000).toISOString().replace('.000', '');
  const object = eventWith({
    event: {
      eventID: `8b0b6c1e-2f7a-4a6f-9a51-${partner === 'quay' ? '1' : '2'}d6a2f1f4c1${eventID}`,
      // Later for a later position: the versions of one event are pushed in their order.
      eventUpdatedDateTime: new Date(Date.now() - (1_001 - place) * 60_000).toISOString().replace(/\.\d+/, ''),
    },
    portCall: isOmitted ? { isOmitted } : {},
    timestamp: { classifierCode, serviceDateTime },
  }).wire as Wire;
  return { place, push: { partner, path: '/events', object, parties: [] } };
}

/** Returns what a tenant may see of the pushes, as its partners would push it if they removed the rest. */
export function pushesFor({ entitlement }: Caller, pushes: readonly ScenarioPush[]): ScenarioPush[] {
  const { shows } = visibilityOf('arrival-notice-versions', entitlement);
  const showsPush = ({ partner, parties: named }: ScenarioPush) => shows({ terms: [`partner:${partner}`, ...named.map(partyTermOf)] });
  const { shows: showsEvent, isBlind } = visibilityOf('port-call-events', entitlement);
  const current = new Map(pushes.flatMap((push) => (push.document === undefined ? [] : [[push.document, push] as const])));
  return pushes
    .filter((push) => {
      if (push.path === '/events') return !isBlind && showsEvent({ terms: [`partner:${push.partner}`] });
      const last = current.get(push.document ?? '');
      return showsPush(push) && last !== undefined && showsPush(last);
    })
    .map((push) => (entitlement.charges ? push : { ...push, object: withoutCharges(push.object) }));
}

function withoutCharges({ charges: _, ...object }: Wire): Wire {
  return object;
}
