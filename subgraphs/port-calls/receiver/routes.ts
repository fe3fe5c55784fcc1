import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../shared/logger.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { type AcceptParts, acceptPrepared, type Prepared } from '../../shared/push/accept.ts';
import type { PushRoute } from '../../shared/push/edge.ts';
import type { Store, VersionStore } from '../../shared/store/version-store.ts';
import { isUndated, termOf } from '../model.ts';
import { prepareEvent } from './prepare.ts';

/** Version of the standard that is understood, and answered to partners that are not configured for another one. */
const newestVersion = '2.0.0';

/** Longest name of a party that is kept. */
const maxPartyLength = 200;

export interface ReceiverOptions {
  readonly store: Store;
  readonly logger: Logger;
  /** Called when something new is durable. */
  readonly wake: () => void;
}

/** The Event Subscriber role of Port Call 2.0.0: its POST endpoint. */
export function createReceiverRoutes({ store, logger, wake }: ReceiverOptions): PushRoute[] {
  const versions = store.versions('port-call-events');
  const parts: AcceptParts = {
    log: 'port-call-events',
    versions,
    deadLetters: store.deadLetters,
    logger,
    sayTheSame,
    tellRepeats: true,
    wake,
  };
  return [
    {
      path: '/events',
      listName: 'events',
      // The standard requires nothing of a request, so one without events is one with nothing to do.
      mayBeEmpty: true,
      newestVersion,
      versionFor: (partner) => partner?.portCalls?.version ?? newestVersion,
      answerHeaders: partiesOfAnswer,
      accept: async (partner: Partner, objects, headers) => {
        const arrival = { partner, receivedAt: new Date().toISOString(), receivedBy: 'PUSH' as const };
        const sender = textOf(headers['request-sending-party']);
        const prepared = objects.map((object) => stamped(prepareEvent(arrival, object), sender));
        return acceptPrepared(parts, partner.id, await withHeldOrders(versions, prepared));
      },
    },
  ];
}

/** Whether two bodies of one event say the same: formatting, `null`s and the spelling of the instant do not count. */
export function sayTheSame(left: object, right: object): boolean {
  return isDeepStrictEqual(comparableOf(left), comparableOf(right));
}

/**
 * A version without `eventUpdatedDateTime` is ordered by when it came, so a repeat of it would look newer than itself.
 * One that says what the newest held version says gets that version's order, and is then known for a repeat.
 */
export async function withHeldOrders(versions: Pick<VersionStore, 'findHeads'>, prepared: readonly Prepared[]): Promise<Prepared[]> {
  const undated = prepared.filter((object) => object.kind === 'version' && isUndated(object.version.order));
  if (undated.length === 0) return [...prepared];
  const things = undated.flatMap((object) => (object.kind === 'version' ? [object.version.thing] : []));
  const heads = new Map((await versions.findHeads(things)).map((head) => [head?.thing, head]));
  return prepared.map((object) => {
    if (object.kind === 'refused' || !isUndated(object.version.order)) return object;
    const held = heads.get(object.version.thing)?.current;
    if (held?.contentHash !== object.version.contentHash) return object;
    return { ...object, version: { ...object.version, order: held.order } };
  });
}

/** An event names neither side, so the party that a relaying proxy names is kept with it; it is found by it, too. */
function stamped(object: Prepared, sender: string | undefined): Prepared {
  if (object.kind === 'refused' || sender === undefined) return object;
  const { version } = object;
  const terms = [...version.index.terms, termOf('sendingParty', sender)];
  return { ...object, version: { ...version, index: { ...version.index, terms } } };
}

/** A relaying proxy finds the way back by the same names, crosswise. */
function partiesOfAnswer(headers: IncomingHttpHeaders): Record<string, string> {
  const sender = textOf(headers['request-sending-party']);
  const receiver = textOf(headers['request-receiving-party']);
  return {
    ...(receiver === undefined ? {} : { 'Response-Sending-Party': receiver }),
    ...(sender === undefined ? {} : { 'Response-Receiving-Party': sender }),
  };
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x20-\x7e]+$/.test(header) ? header.slice(0, maxPartyLength) : undefined;
}

function comparableOf(event: object): unknown {
  const { eventUpdatedDateTime: _updated, ...rest } = event as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest, (_key, value) => (value === null ? undefined : value)));
}
