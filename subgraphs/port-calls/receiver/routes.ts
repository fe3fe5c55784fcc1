import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '@landfall/dcsa/wire-values.ts';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import { correctionsOf } from '#platform/partners/partner.ts';
import { correctedObject } from '#platform/partners/quirks.ts';
import type { AcceptParts, ParsedObject, Receipt } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import type { NewVersion, StoredVersion, VersionStore } from '#platform/store/version-store.ts';
import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { afterUndated, entityIdOf, indexOfEvent, isUndated, sortKeyOf, termOf } from '../model.ts';
import { maxIdentityLengths, portCallProfile } from '../profile.ts';
import { cleanOf, eventShape, findViolations, type PortCallEventContent, serviceTypes } from '../wire/parse.ts';

/** Maximum length of a party's name that is stored. */
const maxPartyLength = 200;

/** Creates the POST endpoint of the Event Subscriber role of Port Call 2.0.0. */
export function createReceiverRoutes(parts: AcceptParts): PushRoute[] {
  const { receives, version: newestVersion } = portCallProfile;
  return [
    {
      ...receives[0],
      newestVersion,
      standard: 'PORT_CALL',
      answerHeaders: partiesOfAnswer,
      ingestFor: (_partner, headers) => {
        const sender = partyOf(headers['request-sending-party']);
        return { parse: (receipt, object) => withSendingParty(parseEvent(receipt, object), sender), accept: parts };
      },
    },
  ];
}

/**
 * Adds the party in the header of a relaying proxy. An event itself names neither party, and this term finds it by its
 * sender.
 */
function withSendingParty(object: ParsedObject, sender: string | undefined): ParsedObject {
  if (object.kind === 'refused' || sender === undefined) return object;
  const { version } = object;
  const terms = [...version.index.terms, termOf('sendingParty', sender.slice(0, maxPartyLength))];
  return { ...object, version: { ...version, index: { ...version.index, terms } } };
}

/** Returns the headers by which a relaying proxy routes the response: the parties of the request, swapped. */
export function partiesOfAnswer(headers: IncomingHttpHeaders): Record<string, string> {
  const sender = partyOf(headers['request-sending-party']);
  const receiver = partyOf(headers['request-receiving-party']);
  return {
    ...(receiver === undefined ? {} : { 'Response-Sending-Party': receiver }),
    ...(sender === undefined ? {} : { 'Response-Receiving-Party': sender }),
  };
}

function partyOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x20-\x7e]+$/.test(header) ? header : undefined;
}

/**
 * Parses one pushed event into a version. The standard requires no attribute, so any object is accepted, and one
 * without `eventID` is identified by its content. Only a value that is not an object, or has an invalid `eventID`, is
 * rejected, because a guessed identity would merge different events.
 */
export function parseEvent(receipt: Receipt, pushed: PushedObject): ParsedObject {
  const { path, bytes, value } = correctedObject(correctionsOf(receipt.partner, 'PORT_CALL'), pushed, eventShape);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'refused', path, bytes, reason: 'Not accepted: expected an object.' };
  }
  const identity = valueAt(value, ['eventID']);
  const refusal = refusalOf(identity);
  if (refusal !== undefined) return { kind: 'refused', path: `${path}.eventID`, bytes, reason: refusal };
  const { partner, receivedAt, receivedBy } = receipt;
  const unknown: SchemaViolation[] = [];
  const violations = findViolations(value, receipt.violationBudget, unknown);
  const content = cleanOf(value, violations);
  const contentHash = hash('sha256', bytes, 'base64url');
  const eventID = typeof identity === 'string' && identity.trim() !== '' ? identity : undefined;
  const version: NewVersion = {
    partner: partner.id,
    entityId: entityIdOf(partner.id, eventID ?? identityOfContent(value)),
    // An event that is identified by its content has only one version; of any other event the last received version is
    // the newest.
    sortKey: sortKeyOf(content, eventID === undefined ? '' : `${receivedAt} ${contentHash}`),
    receivedAt,
    receivedBy,
    document: bytes,
    contentHash,
    violations,
    completeness: 0,
    index: indexOfEvent(partner.id, content),
  };
  return { kind: 'version', path, version, remarks: [...unknown, ...missingParts(content), ...unknownServiceOf(content)] };
}

function refusalOf(identity: unknown): string | undefined {
  if (identity === undefined || identity === null || identity === '') return undefined;
  if (typeof identity !== 'string') return 'Not accepted: expected eventID as a string.';
  if (identity.length <= maxIdentityLengths.eventID || [...identity].length <= maxIdentityLengths.eventID) return undefined;
  return `Not accepted: eventID is longer than ${maxIdentityLengths.eventID} characters.`;
}

/** Equal content is the same event, however it is formatted. */
function identityOfContent(event: object): string {
  const canonical = JSON.stringify(event, (_name, value: unknown) => {
    if (value === null) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
  return `sha256:${hash('sha256', canonical, 'base64url')}`;
}

function missingParts({ eventID, eventUpdatedDateTime }: { eventID?: string; eventUpdatedDateTime?: string }): SchemaViolation[] {
  if (!eventID?.trim())
    return [{ path: '$', message: 'has no eventID; it is identified by its content, so a correction will be a different event' }];
  if (eventUpdatedDateTime !== undefined) return [];
  return [{ path: '$', message: 'has no eventUpdatedDateTime; the version received last is the newest' }];
}

/** Returns a remark on a service type that is not in the standard, whose list is open. */
export function unknownServiceOf({ portCallService }: PortCallEventContent): SchemaViolation[] {
  const type = portCallService?.portCallServiceTypeCode;
  if (type === undefined || serviceTypes.includes(type)) return [];
  const message = `is not a known kind of service: ${JSON.stringify(type.slice(0, 50))}`;
  return [{ path: '$.portCallService.portCallServiceTypeCode', message, isUnread: true }];
}

/**
 * Returns whether two contents of one event are the same, ignoring formatting, `null` and the spelling of the instant.
 */
export function hasSameContent(left: object, right: object): boolean {
  return isDeepStrictEqual(comparableOf(left), comparableOf(right));
}

/**
 * Assigns sort keys to repeats. A version without `eventUpdatedDateTime` is sorted by its time of receipt, so a repeat
 * would appear to be newer. If its content equals that of the newest stored undated version, it gets that version's
 * sort key, and is recognized as a repeat. Two equal versions that arrive at the same moment do not see each other, and
 * both are stored.
 */
export async function assignSortKeys(
  versions: Pick<VersionStore, 'findPredecessors'>,
  prepared: readonly ParsedObject[],
): Promise<ParsedObject[]> {
  const entityIds = new Set(prepared.flatMap((object) => (isUndatedVersion(object) ? [object.version.entityId] : [])));
  if (entityIds.size === 0) return [...prepared];
  const newest = await versions.findPredecessors([...entityIds].map((entityId) => ({ entityId, sortKey: afterUndated })));
  const stored = new Map(newest.map((version) => [version?.entityId, version]));
  return prepared.map((object) => {
    const same = isUndatedVersion(object) ? stored.get(object.version.entityId) : undefined;
    if (same === undefined || !isUndatedVersion(object) || !isRepeat(same, object)) return object;
    return { ...object, version: { ...object.version, sortKey: same.sortKey } };
  });
}

type PreparedVersion = Extract<ParsedObject, { kind: 'version' }>;

function isUndatedVersion(object: ParsedObject): object is PreparedVersion {
  return object.kind === 'version' && isUndated(object.version.sortKey);
}

function isRepeat(stored: StoredVersion, { version }: PreparedVersion): boolean {
  return stored.contentHash === version.contentHash || hasSameContent(contentOf(stored), contentOf(version));
}

function contentOf({ document }: Pick<StoredVersion, 'document'>): object {
  return parseExactly(document.toString()) as object;
}

function comparableOf(event: object): unknown {
  const { eventUpdatedDateTime: _updated, ...rest } = event as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest, (_key, value) => (value === null ? undefined : value)));
}
