import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { disposeAll } from '#platform/process/backends.ts';
import type { Store } from '#platform/store/store.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { eventWith, noticeWith, vesselScheduleWith, type Wire } from '../contract/matching/samples.ts';
import { openLandfallFor } from '../e2e/access/visibility-landfall.ts';
import { temporaryFolder } from './landfall.ts';
import { laterShips } from './later-ships.ts';
import { openPartners } from './partners.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** An entry of the log of alerts. */
export interface StormAlert {
  readonly id: string;
  readonly kind: string;
  readonly transition: 'RAISED' | 'CLOSED';
  readonly subject: string | null;
  readonly closeReason: string | null;
  readonly after: { readonly text: string } | null;
  readonly arrival: { readonly transportDocumentReference: string };
}

/** A port that states other times of a ship one after another, and the alerts about the documents of the ship. */
export interface BerthStorm extends AsyncDisposable {
  /** Returns the local text of a stated time, as alerts show it. */
  textOf(day: number): string;
  /** Lets this time pass, and then the port states the arrival of a day. @param day days after the first stated one */
  state(day: number, afterMinutes?: number): Promise<void>;
  /** Lets time pass in which nothing is stated. */
  pass(minutes: number): Promise<void>;
  /** Returns the alerts since the previous call. */
  alerts(): Promise<StormAlert[]>;
}

/**
 * Opens a Landfall over a store with the notices of one ship, a schedule, and a first statement of the port. The clock
 * of the evaluation goes on only by {@link BerthStorm.state} and {@link BerthStorm.pass}.
 *
 * @param options.documents number of notices. Every second one states another day than the schedule and the port.
 */
export async function openBerthStorm({ store, documents }: { readonly store: Store; readonly documents: number }): Promise<BerthStorm> {
  const opened: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(one: T): T => {
    opened.unshift(one);
    return one;
  };
  try {
    let leadMs = -70 * minuteMs;
    const clock: Clock = { now: () => Date.now() + leadMs, wait: systemClock.wait };
    const firstMs = Math.floor(Date.now() / dayMs) * dayMs + 7 * dayMs + 4 * 60 * minuteMs;
    const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const folder = keep(await temporaryFolder());
    const schedules = { vesselSchedules: [vesselScheduleWith({ arrival: `${dayText(firstMs)}T12:00:00+08:00` }), ...laterShips(firstMs)] };
    const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
    const partners = keep(await openPartners({ acme: { carriers, schedules }, port: {} }));
    await partners.writeFiles(folder.path);
    const caller = callerOf({ ...openCaller.entitlement, operator: false }, 'forwarder');
    const landfall = keep(await openLandfallFor({ store, partnersDir: folder.path, tenants: [caller], clock }));
    let after = '0';
    const state = async (day: number, afterMinutes = 1): Promise<void> => {
      leadMs += afterMinutes * minuteMs;
      const event = { eventUpdatedDateTime: new Date(clock.now()).toISOString() };
      const timestamp = { classifierCode: 'PLN', serviceDateTime: new Date(firstMs + day * dayMs).toISOString() };
      await landfall.push('port', '/events', eventWith({ event, timestamp }).wire as Wire);
      await landfall.evaluated();
    };
    const notices = Array.from({ length: documents }, (_, index) =>
      noticeWith({
        transportDocumentReference: `STORM-${index}`,
        issueDateTime: new Date(clock.now() - dayMs).toISOString(),
        date: dayText(firstMs + (index % 2) * 2 * dayMs),
      }),
    );
    await landfall.push('acme', '/arrival-notices', ...notices);
    await landfall.evaluated();
    await state(0);
    return {
      state,
      textOf: (day) => `${dayText(firstMs + day * dayMs)} 12:00`,
      pass: async (minutes) => {
        // The clock wakes arrivals one after the other.
        for (let passed = 0; passed < minutes; passed += 60) {
          leadMs += Math.min(60, minutes - passed) * minuteMs;
          await landfall.evaluated();
        }
      },
      alerts: async () => {
        const query = `query ($after: String!) { arrivalAlertLog(after: $after, first: 500) { cursor hasMore events { missed { reason } alert {
          id kind transition subject closeReason after { text } arrival { transportDocumentReference } } } } }`;
        interface Page {
          readonly arrivalAlertLog: {
            readonly cursor: string;
            readonly hasMore: boolean;
            readonly events: { readonly alert: StormAlert }[];
          };
        }
        const alerts: StormAlert[] = [];
        for (let hasMore = true; hasMore; ) {
          const { data, errors } = await landfall.query<Page>(caller, query, { after });
          if (errors.length > 0) throw new Error(errors[0]?.message);
          alerts.push(...data.arrivalAlertLog.events.map(({ alert }) => alert));
          ({ cursor: after, hasMore } = data.arrivalAlertLog);
        }
        return alerts;
      },
      [Symbol.asyncDispose]: () => disposeAll(opened),
    };
  } catch (error) {
    await disposeAll(opened);
    throw error;
  }
}
