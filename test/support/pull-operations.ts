import { readFileSync } from 'node:fs';
import type { RecordedRequest, ScriptedAnswer } from './fake-partner.ts';

/** One of the five questions that Landfall puts to partners: how it is asked for, and what a sound partner answers. */
export interface PullOperation {
  readonly name: string;
  /** The part of a partner's file that offers it. */
  readonly standard: 'arrivalNotices' | 'commercialSchedules' | 'portCalls';
  /** What the partner's path ends with. */
  readonly path: string;
  /** Asks for `answer { nodes { partner } sources { ... } }` with a variable `filter`; partners are asked now, and waited for. */
  readonly query: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** What the filter asks for. */
  readonly row: object;
  /** Wraps rows as the standard has them. */
  body(rows: readonly unknown[]): object;
}

/** What the query of an operation gives. */
export interface PulledAnswer {
  readonly nodes: readonly { readonly partner: { readonly id: string } }[];
  readonly sources: readonly {
    readonly partner: { readonly id: string };
    readonly status: string;
    readonly feedback: readonly { readonly severity: string; readonly message: string }[];
  }[];
}

export const pullOperations: readonly PullOperation[] = [
  {
    name: 'arrivalNotices',
    standard: 'arrivalNotices',
    path: '/arrival-notices',
    query: queryOf('arrivalNotices', 'ArrivalNoticeFilter'),
    filter: { transportDocumentReferences: ['LFDXSANRTM0418'] },
    row: fixture('arrival-notices/minimal'),
    body: (arrivalNotices) => ({ arrivalNotices }),
  },
  {
    name: 'pointToPointRoutes',
    standard: 'commercialSchedules',
    path: '/v1/point-to-point-routes',
    query: queryOf('pointToPointRoutes', 'PointToPointFilter!'),
    filter: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'MYPKG' },
    row: fixture('commercial-schedules/route'),
    body: (rows) => rows,
  },
  {
    name: 'portSchedules',
    standard: 'commercialSchedules',
    path: '/v1/port-schedules',
    query: queryOf('portSchedules', 'PortScheduleFilter!'),
    filter: { UNLocationCode: 'SGSIN', date: '2026-12-01' },
    row: fixture('commercial-schedules/port-schedule'),
    body: (rows) => rows,
  },
  {
    name: 'vesselSchedules',
    standard: 'commercialSchedules',
    path: '/v1/vessel-schedules',
    query: queryOf('vesselSchedules', 'VesselScheduleFilter!'),
    filter: { vesselIMONumber: '9321483', startDate: '2026-12-01', endDate: '2027-01-31' },
    row: fixture('commercial-schedules/service-schedule'),
    body: (rows) => rows,
  },
  {
    name: 'portCallEvents',
    standard: 'portCalls',
    path: '/events',
    query: queryOf('portCallEvents', 'PortCallEventFilter'),
    filter: { portCallID: '1f2c3b44-90aa-4d0e-8f0e-2f6f5b7b9a01' },
    row: {
      eventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
      eventUpdatedDateTime: '2026-12-20T07:30:00Z',
      isFYI: false,
      portCall: { portCallID: '1f2c3b44-90aa-4d0e-8f0e-2f6f5b7b9a01', UNLocationCode: 'SGSIN' },
    },
    body: (events) => ({ events }),
  },
];

/** Which operation a partner is asked for. @throws {Error} for a path of none */
export function operationOf({ url }: RecordedRequest): PullOperation {
  const operation = pullOperations.find(({ path }) => new URL(url, 'http://partner').pathname.endsWith(path));
  if (operation === undefined) throw new Error(`no partner is asked for ${url}`);
  return operation;
}

/** What a partner answers that has the one row that is asked for. */
export function soundAnswer(request: RecordedRequest): ScriptedAnswer {
  const operation = operationOf(request);
  return { body: operation.body([operation.row]) };
}

function queryOf(field: string, filterType: string): string {
  return `query ($filter: ${filterType}) {
    answer: ${field}(filter: $filter, maxAgeSeconds: 0, maxWaitMs: 60000) { nodes { partner { id } } sources { partner { id } status feedback { severity message } } }
  }`;
}

function fixture(name: string): object {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}
