import { readFileSync } from 'node:fs';
import type { RecordedRequest, ScriptedAnswer } from './fake-partner.ts';

/** One of the five requests of Landfall to partners: how a client causes it, and what a conforming partner answers. */
export interface PullOperation {
  readonly name: string;
  /** The section of a partner's file that offers it. */
  readonly standard: 'arrivalNotices' | 'commercialSchedules' | 'portCalls';
  /** The end of the partner's path. */
  readonly path: string;
  /**
   * Selects `answer { nodes { partner } sources { ... } }` with a variable `filter`. Partners are requested now, and
   * waited for.
   */
  readonly query: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** The row that the filter matches. */
  readonly row: object;
  /** Wraps rows in the body that the standard defines. */
  body(rows: readonly unknown[]): object;
}

/** The result of the query of an operation. */
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

/** Returns the operation for which a partner is requested. @throws {Error} for an unknown path */
export function operationOf({ url }: RecordedRequest): PullOperation {
  const operation = pullOperations.find(({ path }) => new URL(url, 'http://partner').pathname.endsWith(path));
  if (operation === undefined) throw new Error(`no partner is asked for ${url}`);
  return operation;
}

/** Returns the answer of a partner that has the one requested row. */
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
