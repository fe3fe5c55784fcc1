import DataLoader from 'dataloader';
import { inOrderOf } from '../../cache/in-order-of.ts';
import { sizeOf } from '../../log/page.ts';
import type { StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import { systemClock } from '../../time/clock.ts';
import { createReports, type DeliveryReport, type ReportParts } from './delivery-report.ts';

/** Returns the deliveries to a partner, by its id. */
export type DeliveriesTo = (partner: string) => Promise<readonly DeliveryReport[]>;

/** Creates loaders, one per request, that read the delivery queues of several partners in one query. */
export function createDeliveriesTo(parts: Omit<ReportParts, 'clock'>): () => DeliveriesTo {
  const reportOn = createReports({ ...parts, clock: systemClock });
  const { deliveries } = parts.store;
  const queuesOf = async (subscribers: readonly string[]): Promise<StoredDeliveryQueue[][]> => {
    const [only] = subscribers;
    const queues = await deliveries.listQueues(subscribers.length === 1 && only !== undefined ? { subscriber: only } : {});
    const bySubscriber = new Map(subscribers.map((subscriber): [string, StoredDeliveryQueue[]] => [subscriber, []]));
    for (const queue of queues) if (parts.kinds.some(({ log }) => log === queue.log)) bySubscriber.get(queue.subscriber)?.push(queue);
    return inOrderOf(subscribers, bySubscriber);
  };
  return () => {
    const queues = new DataLoader(queuesOf);
    return async (partner) => (await queues.load(partner)).map(reportOn);
  };
}

const logs = {
  'arrival-notice-versions': 'ARRIVAL_NOTICE_VERSIONS',
  'arrival-notice-notifications': 'ARRIVAL_NOTICE_NOTIFICATIONS',
  'port-call-events': 'PORT_CALL_EVENTS',
  'arrival-alerts': 'ARRIVAL_ALERTS',
} as const satisfies Record<LogName, string>;

/** Returns the log that an argument names. */
export function deliveredLogOf(name: (typeof logs)[LogName] | null | undefined): LogName | undefined {
  return (Object.keys(logs) as LogName[]).find((log) => logs[log] === name);
}

/** Resolvers for the fields that deliveries of all logs have. The backlog is counted only when selected. */
export const deliveryFields = {
  log: ({ log }: DeliveryReport) => logs[log],
  waiting: async (report: DeliveryReport) => (await report.backlog()).waiting,
  hasMoreWaiting: async (report: DeliveryReport) => (await report.backlog()).hasMoreWaiting,
  oldestWaitingSince: async (report: DeliveryReport) => (await report.backlog()).oldestWaitingSince,
  lagSeconds: async (report: DeliveryReport) => (await report.backlog()).lagSeconds,
  failingSince: ({ queue }: DeliveryReport) => queue.failingSince,
  lastError: ({ queue }: DeliveryReport) => queue.lastError,
  lastDeliveredAt: ({ queue }: DeliveryReport) => queue.lastDeliveredAt,
  paused: ({ queue }: DeliveryReport) => queue.paused,
  missed: ({ queue }: DeliveryReport) => queue.missed,
  deadLetterCount: (report: DeliveryReport) => report.countDeadLetters(),
  deadLetters: (report: DeliveryReport, { first }: { readonly first?: number | null | undefined }) =>
    report.listDeadLetters(sizeOf('first', first ?? defaultDeadLetters)),
};

/** The schema has the same default. */
const defaultDeadLetters = 20;
