import { visibilityOf } from '../../access/visibility.ts';
import { bothFilters, type LogName, type StoredVersion, type VersionFilter, type VersionStore } from '../../store/version-store.ts';
import { joinedBody, sourceHeadersOf } from '../page-body.ts';
import type { Recipient } from '../recipient.ts';

/** A version with its sequence number in the log. */
export type NumberedVersion = StoredVersion & { readonly sequence: number };

/** How the versions of a log are sent to a recipient, by its current file. */
export interface DeliveryRoute {
  readonly url: string;
  /** Sent as `API-Version`; absent when the subscriber does not use it. */
  readonly version?: string | undefined;
  /** Name of the list in the body; undefined when a message has one version, which is the whole body. */
  readonly listName: string | undefined;
  /**
   * Writes a version as this recipient may see it: one JSON object in UTF-8; undefined if no part of it can be sent.
   */
  readonly write: (version: NumberedVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/** The delivery of one log. */
export interface DeliveryKind {
  readonly log: LogName;
  /** @returns undefined for a recipient to which the log is not delivered */
  routeFor(recipient: Recipient): DeliveryRoute | undefined;
  /** Returns sets of terms that select the versions of a document, for replays. Each version has a term of each set. */
  termsOf(document: string): readonly (readonly string[])[];
}

/** The content of a message, by the recipient's current file. */
export interface DeliveryContent {
  readonly target: Recipient;
  readonly url: string;
  /** All headers that are the same in every attempt. */
  readonly headers: Readonly<Record<string, string>>;
  readonly listName: string | undefined;
  readonly body: Buffer;
  /** The versions in the body, in its order. */
  readonly sent: readonly NumberedVersion[];
}

/**
 * Writes versions as one message: the body of the standard's POST, and a header with the partner of each object, as in
 * responses to GET. Without a list, the body is the single version.
 *
 * @returns undefined if no valid object can be made of any version
 */
export async function messageOf(
  versions: readonly NumberedVersion[],
  { recipient: target, route: { url, version, listName, write } }: { readonly recipient: Recipient; readonly route: DeliveryRoute },
): Promise<DeliveryContent | undefined> {
  const written = await Promise.all(versions.map(write));
  const sent = versions.filter((_, index) => written[index] !== undefined);
  const objects = written.filter((bytes) => bytes !== undefined);
  const [only] = objects;
  if (only === undefined) return undefined;
  const headers = { 'content-type': 'application/json' };
  if (listName === undefined) {
    if (objects.length > 1) throw new Error(`expected one version in a message without a list, got ${objects.length}`);
    return { target, url, listName, headers, body: only, sent };
  }
  return {
    target,
    url,
    listName,
    headers: {
      ...headers,
      ...(version === undefined ? {} : { 'API-Version': version }),
      ...sourceHeadersOf({ partners: sent.map(({ partner }) => partner), missing: [] }),
    },
    body: joinedBody(objects, { opening: Buffer.from(`{"${listName}":[`), closing: Buffer.from(']}') }),
    sent,
  };
}

/**
 * Returns a function that decides by the version alone whether a recipient is sent it. Versions that come from the
 * recipient are not sent back to it.
 */
export function mayBeSent(log: LogName, recipient: Recipient): (version: Pick<StoredVersion, 'partner' | 'terms'>) => boolean {
  const { id, caller } = recipient;
  const { shows } = visibilityOf(log, caller.entitlement);
  const wanted = recipient.wantedOf?.(log).map((terms) => new Set(terms)) ?? [];
  return (version) => version.partner !== id && shows(version) && wanted.every((set) => version.terms.some((term) => set.has(term)));
}

/**
 * Returns the condition of the store's queries for what {@link mayBeSent} permits; undefined when that is everything.
 */
export function deliverableFilter(log: LogName, { caller, wantedOf }: Pick<Recipient, 'caller' | 'wantedOf'>): VersionFilter | undefined {
  const { filter } = visibilityOf(log, caller.entitlement);
  const wanted = wantedOf?.(log) ?? [];
  if (wanted.length === 0) return filter;
  return filter === undefined ? { all: wanted } : bothFilters(filter, { all: wanted });
}

/**
 * Returns the versions that a recipient may see now. Called before each attempt, because rights may have been revoked,
 * and a newer version of a document may no longer name the recipient's parties.
 */
export async function filterDeliverable<V extends StoredVersion>(
  candidates: readonly V[],
  parts: { readonly log: LogName; readonly recipient: Recipient; readonly versions: Pick<VersionStore, 'findCurrent'> },
): Promise<readonly V[]> {
  const { log, recipient, versions } = parts;
  const sent = candidates.filter(mayBeSent(log, recipient));
  const { isPerVersion, shows } = visibilityOf(log, recipient.caller.entitlement);
  if (sent.length === 0 || !isPerVersion) return sent;
  const entityIds = [...new Set(sent.map(({ entityId }) => entityId))];
  const heads = await versions.findCurrent(entityIds);
  const visible = new Set(entityIds.filter((_, index) => heads[index] !== undefined && shows(heads[index].current)));
  return sent.filter(({ entityId }) => visible.has(entityId));
}
