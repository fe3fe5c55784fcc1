import type { Registry } from 'prom-client';
import { registerMeasured, type Sample } from '../metrics.ts';
import { createLatestByPartner } from '../partners/latest-by-partner.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';

/** One remark, without the places of list elements, and on how many objects of the partner it was made. */
export interface ReceivedRemark extends SchemaViolation {
  readonly objects: number;
  /** RFC 3339 in UTC. */
  readonly receivedAt: string;
}

/** Maximum number of different remarks that are listed for one partner, and of those of one object that are counted. */
const [maxListed, maxCounted] = [20, 100];

/** Counts and lists, by partner, the remarks on stored objects of one standard, since the process started. */
export type ReceivedRemarks = ReturnType<typeof createReceivedRemarks>;

export function createReceivedRemarks() {
  const objects = new Map<string, number>();
  const listed = createLatestByPartner<ReceivedRemark>(maxListed);
  return {
    /** Number of stored objects with remarks, by partner. */
    objects,
    /** Records the remarks on one object, if there are any. */
    record: (partner: string, receivedAt: string, remarks: readonly SchemaViolation[]): void => {
      if (remarks.length === 0) return;
      objects.set(partner, (objects.get(partner) ?? 0) + 1);
      const distinct = new Map(
        remarks.slice(0, maxCounted).map(({ path, message }) => {
          const remark = { path: path.replaceAll(/\[\d+\]/g, '[*]'), message, receivedAt };
          return [`${remark.path} ${message}`, (former?: ReceivedRemark) => ({ ...remark, objects: (former?.objects ?? 0) + 1 })];
        }),
      );
      listed.put(partner, distinct);
    },
    /** Returns the number of stored objects of a partner with remarks, and the latest different ones, the newest first, for GraphQL. */
    of: (partner: string) => ({ objects: objects.get(partner) ?? 0, latest: listed.of(partner) }),
  };
}

/** Registers the number of objects with remarks, by standard and by the partner that sent them. */
export function registerReceivedRemarkMetrics(
  registry: Registry,
  subgraphs: readonly { readonly name: string; readonly receivedRemarks?: ReceivedRemarks }[],
): void {
  registerMeasured(registry, {
    name: 'landfall_received_remarks_total',
    help: 'Stored objects of partners that are not read as they were meant in every place, since the process started.',
    labelNames: ['subgraph', 'partner'],
    measure: () =>
      subgraphs.flatMap(({ name: subgraph, receivedRemarks }) =>
        [...(receivedRemarks?.objects ?? [])].map(([partner, objects]): Sample => [objects, { subgraph, partner }]),
      ),
  });
}
