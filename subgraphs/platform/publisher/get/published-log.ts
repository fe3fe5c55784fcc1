import { feedback } from '@landfall/dcsa/feedback.ts';
import { type AttributeNames, hiddenAttributesOf, violationsOutside } from '../../access/visibility.ts';
import type { CursorSigner } from '../../log/cursor-signer.ts';
import { createLogQueries } from '../../log/log-queries.ts';
import type { Store } from '../../store/store.ts';
import {
  type CurrentRow,
  type LogName,
  type StoredVersion,
  type VersionFilter,
  type VersionKey,
  type VersionStore,
  wholeDocument,
} from '../../store/version-store.ts';
import type { ObjectShape } from '../../wire/shapes.ts';
import { type InvalidRows, type InvalidRowsMode, rowNameOf } from '../invalid-rows.ts';
import { createFindInvalid, createObjectWriter, type ObjectWriter } from '../object-writer.ts';
import type { ParameterValues } from './parameters.ts';
import type { PublishedPage, PublishedRequest, PublishRoute } from './routes.ts';

/** What the routes of a standard's logs need. */
export interface LogPublisherParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  /** Records rows that cannot be published as received. */
  readonly invalidRows: Pick<InvalidRows, 'record'>;
}

/** The GET endpoint of a log. */
interface LogRoute extends Omit<PublishRoute, 'answer'> {
  readonly log: LogName;
  /** The shape of the log's objects. */
  readonly shape: ObjectShape;
  /** Returns the selection of a page, by the checked parameters. @param hidden what the subscriber may not see */
  readonly selectionOf: (values: ParameterValues, hidden: AttributeNames) => LogSelection;
}

interface LogSelection {
  readonly filter: VersionFilter;
  /** Attributes that are removed at any depth. @default those that the subscriber may not see */
  readonly hidden?: AttributeNames;
  /** Whether documents are sent with their blobs. @default false */
  readonly withBlobs?: boolean;
}

/**
 * Creates the GET endpoint of a log: the current version of each entity, in the order in which the entities were first
 * received. That order never changes, so new versions neither drop rows from later pages nor repeat them, and the last
 * page is as fast as the first. The entitlement of the subscriber is part of the store's query.
 */
export function createLogRoute(
  { store, signer, invalidRows }: LogPublisherParts,
  { log, shape, selectionOf, ...route }: LogRoute,
): PublishRoute {
  const versions = store.versions(log);
  const findInvalid = createFindInvalid(shape);
  const writers = new Map<string, ObjectWriter>();
  const writerFor = (hidden: AttributeNames, mode: InvalidRowsMode): ObjectWriter => {
    const name = [mode, ...[...hidden].toSorted()].join();
    const writer = writers.get(name) ?? createObjectWriter(hidden, findInvalid, mode);
    writers.set(name, writer);
    return writer;
  };
  /** Returns whether a row can be published, at least in part. */
  const isFit = ({ current }: CurrentRow, mode: InvalidRowsMode): boolean => {
    const parts = mode === 'asReceived' ? undefined : findInvalid(current);
    if (parts === undefined) return true;
    const outcome = parts === 'ALL' ? 'WITHHELD' : 'CLEANED';
    invalidRows.record({ partner: current.partner, row: rowNameOf(current.entityId), outcome, violations: current.violations });
    return parts !== 'ALL';
  };

  const answer = async ({ subscriber, values, limit, cursor }: PublishedRequest): Promise<PublishedPage> => {
    const hiddenFrom = hiddenAttributesOf(log, subscriber.caller.entitlement);
    const { filter, hidden = hiddenFrom, withBlobs = false } = selectionOf(values, hiddenFrom);
    const { rows, hasNextPage, cursorOf } = await createLogQueries(log, { store, signer, caller: subscriber.caller }).list('OLDEST_FIRST', {
      filter,
      scope: ['GET', subscriber.partner.id, values, limit],
      page: { first: limit, after: cursor },
      bytesOf: ({ current: { document, blob } }) => document.length + (withBlobs ? (blob?.byteLength ?? 0) : 0),
    });
    const { invalidRows: mode = 'clean' } = subscriber.partner.publish ?? {};
    const write = writerFor(hidden, mode);
    const bytesOf = (version: StoredVersion) => {
      if (!withBlobs || version.blob === undefined) return write(version);
      return documentWithBlob(versions, version).then((document) => write(version, document));
    };
    const last = rows.at(-1);
    const fit = rows.filter((row) => isFit(row, mode));
    const invalid = fit.filter(({ current }) => violationsOutside(current.violations, hidden).length > 0).length;
    const withheld = rows.length - fit.length;
    return {
      rows: await rowsOf(fit, { versions, bytesOf }),
      partners: fit.map(({ current }) => current.partner),
      missing: [],
      nextCursor: hasNextPage && last !== undefined ? cursorOf(last) : undefined,
      remarks: [
        ...(invalid === 0 ? [] : [feedback('INFO', `${invalid} of these rows ${violationRemarks[mode]}`)]),
        ...(withheld === 0 ? [] : [feedback('INFO', `${withheld} further rows of this page ${withheldRemark}`)]),
      ],
    };
  };
  return { ...route, answer };
}

const violationRemarks = {
  clean: 'had values that the standard does not allow; these are omitted, or sent as they are read.',
  asReceived: 'had values that the standard does not allow.',
} as const;
const withheldRemark = 'are withheld: a required attribute is missing or invalid.';

/**
 * Returns the document with its blob. A more complete view may replace the version at any moment; then the blob does
 * not fit, and the document is sent without it.
 */
async function documentWithBlob(versions: Pick<VersionStore, 'readBlob'>, version: StoredVersion): Promise<Buffer> {
  const { document } = version;
  const blob = await versions.readBlob(version);
  if (blob === undefined || blob.offset !== version.blob?.offset || blob.byteLength !== version.blob.byteLength) return document;
  return wholeDocument(document, blob);
}

/** Pages up to this size are written as a whole; larger ones row by row, as the client reads. */
const maxWholeBytes = 512 * 1024;
/** How long the documents of a page are kept in memory. After that the rest of the page is read again by key. */
const holdMs = 250;
/** Approximate size of the documents that are read again at a time. */
const batchBytes = 64 * 1024;

export interface LogRowParts {
  readonly versions: Pick<VersionStore, 'findVersions'>;
  /** Writes a version as it is published; returns undefined to withhold it. */
  readonly bytesOf: (version: StoredVersion) => Buffer | undefined | Promise<Buffer | undefined>;
}

/**
 * Returns the rows of a page of a log. For a slow client, only a list of keys and one batch of documents are in memory,
 * however large the page is. A version that is erased meanwhile is omitted.
 */
export async function rowsOf(heads: readonly CurrentRow[], parts: LogRowParts): Promise<readonly Buffer[] | AsyncIterable<Buffer>> {
  const total = heads.reduce((sum, { current }) => sum + current.document.length + (current.blob?.byteLength ?? 0), 0);
  if (total <= maxWholeBytes) {
    return (await Promise.all(heads.map(({ current }) => parts.bytesOf(current)))).filter(isWritten);
  }
  const keys = heads.map(({ current }) => ({ entityId: current.entityId, sortKey: current.sortKey, byteLength: current.document.length }));
  return readRows(keys, { documents: heads.map(({ current }) => current) }, parts);
}

interface RowKey extends VersionKey {
  readonly byteLength: number;
}

/** @param page the only reference to the documents, so that they can be released */
async function* readRows(
  keys: readonly RowKey[],
  page: { documents: readonly StoredVersion[] | undefined },
  { versions, bytesOf }: LogRowParts,
): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => {
    page.documents = undefined;
  }, holdMs);
  try {
    for (let at = 0; at < keys.length; ) {
      const current = page.documents?.[at];
      if (current !== undefined) {
        const bytes = await bytesOf(current);
        if (isWritten(bytes)) yield bytes;
        at += 1;
        continue;
      }
      const batch = batchFrom(keys, at);
      for (const version of await versions.findVersions(batch)) {
        const bytes = version && (await bytesOf(version));
        if (isWritten(bytes)) yield bytes;
      }
      at += batch.length;
    }
  } finally {
    clearTimeout(timer);
  }
}

function isWritten(bytes: Buffer | undefined): bytes is Buffer {
  return bytes !== undefined;
}

function batchFrom(keys: readonly RowKey[], at: number): readonly RowKey[] {
  let [end, bytes] = [at, 0];
  while (end < keys.length && bytes < batchBytes) {
    bytes += keys[end]?.byteLength ?? 0;
    end += 1;
  }
  return keys.slice(at, end);
}
