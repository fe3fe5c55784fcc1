import DataLoader from 'dataloader';
import { sizeOf } from '../../log/page.ts';
import type { StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import { systemClock } from '../../time/clock.ts';
import { createReports, type DeliveryReport, type ReportParts } from './delivery-report.ts';

/** Shows what a partner is sent, by its id. */
export type DeliveriesTo = (partner: string) => Promise<readonly DeliveryReport[]>;

/** Opens what shows, to one request, the lanes of some logs. Lanes of many partners are one query. */
export function createDeliveriesTo(parts: Omit<ReportParts, 'clock'>): () => DeliveriesTo {
  const reportOn = createReports({ ...parts, clock: systemClock });
  const { deliveries } = parts.store;
  const lanesOf = async (subscribers: readonly string[]): Promise<StoredDeliveryQueue[][]> => {
    const [only] = subscribers;
    const lanes = await deliveries.listQueues(subscribers.length === 1 && only !== undefined ? { subscriber: only } : {});
    const held = new Map(subscribers.map((subscriber): [string, StoredDeliveryQueue[]] => [subscriber, []]));
    for (const lane of lanes) if (parts.kinds.some(({ log }) => log === lane.log)) held.get(lane.subscriber)?.push(lane);
    return [...held.values()];
  };
  return () => {
    const lanes = new DataLoader(lanesOf);
    return async (partner) => (await lanes.load(partner)).map(reportOn);
  };
}

const logs = {
  'arrival-notice-versions': 'ARRIVAL_NOTICE_VERSIONS',
  'arrival-notice-notifications': 'ARRIVAL_NOTICE_NOTIFICATIONS',
  'port-call-events': 'PORT_CALL_EVENTS',
} as const satisfies Record<LogName, string>;

/** Resolves what the schema says of every lane, whatever is sent. Counting is done when somebody wants to know. */
export const deliveryFields = {
  log: ({ log }: DeliveryReport) => logs[log],
  waiting: async (report: DeliveryReport) => (await report.backlog()).waiting,
  hasMoreWaiting: async (report: DeliveryReport) => (await report.backlog()).hasMoreWaiting,
  oldestWaitingSince: async (report: DeliveryReport) => (await report.backlog()).oldestWaitingSince,
  lagSeconds: async (report: DeliveryReport) => (await report.backlog()).lagSeconds,
  failingSince: ({ lane }: DeliveryReport) => lane.failingSince,
  lastError: ({ lane }: DeliveryReport) => lane.lastError,
  lastDeliveredAt: ({ lane }: DeliveryReport) => lane.lastDeliveredAt,
  paused: ({ lane }: DeliveryReport) => lane.paused,
  missed: ({ lane }: DeliveryReport) => lane.missed,
  deadLetterCount: (report: DeliveryReport) => report.countLetters(),
  deadLetters: (report: DeliveryReport, { first }: { readonly first?: number | null | undefined }) =>
    report.listLetters(sizeOf('first', first ?? defaultLetters)),
};

/** As the schema says. */
const defaultLetters = 20;
