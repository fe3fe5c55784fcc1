import type { SourceReport } from '#platform/upstream/sources.ts';
import type { GivenFilter } from '#platform/wire/filter-strings.ts';
import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import type {
  BargeTransport,
  OtherTransport,
  PointToPoint,
  PointToPointFilter,
  PortSchedule,
  PortScheduleFilter,
  RouteLeg,
  ScheduledVessel,
  ServiceSchedule,
  VesselScheduleFilter,
  VesselTransport,
} from './generated/schema.ts';

/** Conditions of `GET /v1/point-to-point-routes`, named like its query parameters. Days are `YYYY-MM-DD`, inclusive. */
export type RouteConditions = GivenFilter<Omit<PointToPointFilter, 'partners'>>;

/** Conditions of `GET /v1/port-schedules`. */
export type PortConditions = GivenFilter<Omit<PortScheduleFilter, 'partners'>>;

/** Conditions of `GET /v1/vessel-schedules`. */
export type VesselConditions = GivenFilter<Omit<VesselScheduleFilter, 'partners'>>;

/** A request to one Producer. */
export type ScheduleQuery =
  | { readonly endpoint: 'point-to-point-routes'; readonly conditions: RouteConditions }
  | { readonly endpoint: 'port-schedules'; readonly conditions: PortConditions }
  | { readonly endpoint: 'vessel-schedules'; readonly conditions: VesselConditions };

/** The attributes that Landfall adds to a Producer's row. */
type Added = 'partner' | 'retrievedAt' | 'apiVersion' | 'violations' | 'document';

/** Rows of a Producer, as far as the typed model can represent them. */
export type PointToPointRecord = Omit<PointToPoint, Added>;
export type PortScheduleRecord = Omit<PortSchedule, Added>;
export type VesselScheduleRecord = Omit<ServiceSchedule, Added>;
export type ScheduleRecord = PointToPointRecord | PortScheduleRecord | VesselScheduleRecord;

/** A row of a Producer's answer: an element of the list. */
export interface ScheduleRow {
  /** The row as it was received. */
  readonly document: object;
  readonly violations: readonly SchemaViolation[];
  /** Size of the document as it was received. */
  readonly byteLength: number;
  /** The part that the typed model can represent and that matches the query; absent when that is the whole document. */
  readonly record?: ScheduleRecord | undefined;
}

/** The answer of one Producer to one request. Never changed. */
export interface Answer {
  readonly id: string;
  readonly report: SourceReport;
  readonly rows: readonly ScheduleRow[];
}

/** Parts of rows that resolvers read. */
export type LegRecord = RouteLeg;
export type VesselRecord = ScheduledVessel;
export type TransportRecord = VesselTransport | BargeTransport | OtherTransport;

/** Rows as resolvers read them: the attributes of the standard, and those that Landfall adds. */
type View<S extends ScheduleRecord> = S & Pick<PointToPoint, Exclude<Added, 'partner'>> & Pick<SourceReport, 'partner'>;
export type RouteView = View<PointToPointRecord>;
export type PortView = View<PortScheduleRecord>;
export type ServiceView = View<VesselScheduleRecord>;

/** Returns the part of a row that the typed model can represent and that matches the query. */
export function recordsIn({ record, document }: ScheduleRow): ScheduleRecord {
  return record ?? (document as ScheduleRecord);
}

/** Returns the view of a row of a received answer. */
export function viewOf(row: ScheduleRow, { report }: Answer): RouteView | PortView | ServiceView {
  const { document, violations } = row;
  const { partner, apiVersion, retrievedAt } = report;
  // Only a received answer has rows, and it has a time.
  return { ...recordsIn(row), partner, apiVersion, retrievedAt: retrievedAt ?? '', violations, document };
}
