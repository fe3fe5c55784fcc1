import { type AttributeNames, faultsOutside } from '../../access/visibility-attributes.ts';
import type { CursorSigner } from '../../log/cursor-signer.ts';
import { createLogQueries } from '../../log/log-queries.ts';
import type { Store } from '../../store/store.ts';
import type { CurrentRow, LogName, StoredVersion, VersionFilter, VersionStore } from '../../store/version-store.ts';
import { feedback } from '../../wire/dcsa.ts';
import type { ObjectShape } from '../../wire/shapes.ts';
import { type InvalidRows, type InvalidRowsMode, rowNameOf } from '../invalid-rows.ts';
import { createFindInvalid, createObjectWriter, type ObjectWriter } from '../object-bytes.ts';
import { rowsOf } from './log-rows.ts';
import type { PublishedPage, PublishedRequest } from './published-page.ts';

export interface LogPublisherParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  readonly log: LogName;
  /** Of the log's objects. */
  readonly shape: ObjectShape;
  /** Hears of rows that cannot be published as they came. */
  readonly invalidRows: Pick<InvalidRows, 'note'>;
}

/** What of a log a page is made of. */
export interface LogSelection {
  readonly filter: VersionFilter;
  /** Attributes that are left out, at whatever depth. */
  readonly hidden: AttributeNames;
  /** Whether what is kept beside documents is put back in its place. @default false */
  readonly withBlobs?: boolean;
}

/**
 * Makes the pages of a log: of each thing the current version, the thing that was received first coming first. That order
 * never changes, so pages that are walked while new versions come neither lose nor double a row, and the last page costs
 * as the first. All of it under the subscriber's entitlement, which is part of the store's question.
 */
export function createLogPublisher({ store, signer, log, shape, invalidRows }: LogPublisherParts) {
  const versions = store.versions(log);
  const findInvalid = createFindInvalid(shape);
  const writers = new Map<string, ObjectWriter>();
  const writerFor = (hidden: AttributeNames, mode: InvalidRowsMode): ObjectWriter => {
    const name = [mode, ...[...hidden].toSorted()].join();
    const writer = writers.get(name) ?? createObjectWriter(hidden, findInvalid, mode);
    writers.set(name, writer);
    return writer;
  };
  /** Whether a row can be published, at least in part. */
  const isFit = ({ current }: CurrentRow, mode: InvalidRowsMode): boolean => {
    const parts = mode === 'asReceived' ? undefined : findInvalid(current);
    if (parts === undefined) return true;
    const outcome = parts === 'ALL' ? 'WITHHELD' : 'CLEANED';
    invalidRows.note({ partner: current.partner, row: rowNameOf(current.entityId), outcome, faults: current.violations });
    return parts !== 'ALL';
  };

  return async (question: PublishedRequest, selection: LogSelection): Promise<PublishedPage> => {
    const { subscriber, values, limit, cursor } = question;
    const { filter, hidden, withBlobs = false } = selection;
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
    const faulty = fit.filter(({ current }) => faultsOutside(current.violations, hidden).length > 0).length;
    const withheld = rows.length - fit.length;
    return {
      rows: await rowsOf(fit, { versions, bytesOf }),
      partners: fit.map(({ current }) => current.partner),
      missing: [],
      nextCursor: hasNextPage && last !== undefined ? cursorOf(last) : undefined,
      remarks: [
        ...(faulty === 0 ? [] : [feedback('INFO', `${faulty} of these rows ${faultRemarks[mode]}`)]),
        ...(withheld === 0 ? [] : [feedback('INFO', `${withheld} further rows of this page ${withheldRemark}`)]),
      ],
    };
  };
}

const faultRemarks = {
  clean: 'had values that the standard does not allow; these are omitted.',
  asReceived: 'had values that the standard does not allow.',
} as const;
const withheldRemark = 'are withheld: a required attribute is missing or invalid.';

/** A fuller view may complete a version at any moment; then its parts do not fit, and the document goes without the blob. */
async function documentWithBlob(versions: Pick<VersionStore, 'readBlob'>, version: StoredVersion): Promise<Buffer> {
  const { document } = version;
  const blob = await versions.readBlob(version);
  if (blob === undefined || blob.offset !== version.blob?.offset || blob.byteLength !== version.blob.byteLength) return document;
  return Buffer.concat([document.subarray(0, blob.offset), blob.bytes, document.subarray(blob.offset)]);
}
