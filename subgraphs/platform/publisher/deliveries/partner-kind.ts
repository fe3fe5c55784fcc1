import { apiVersionHeader } from '@landfall/dcsa/feedback.ts';
import { type AttributeNames, eachHidden, hiddenAttributesOf, visibilityOf } from '../../access/visibility.ts';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { endpointOf, type Partner, type Standard } from '../../partners/partner.ts';
import type { PartnerRegistry } from '../../partners/registry.ts';
import type { StoredVersion } from '../../store/version-store.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { ObjectShape } from '../../wire/shapes.ts';
import { pushProfiles } from '../get/endpoint.ts';
import { type InvalidRows, type InvalidRowsMode, rowNameOf } from '../invalid-rows.ts';
import { createFindInvalid, createObjectWriter } from '../object-writer.ts';
import { publishedVersionOf, subscribersOf } from '../recipient.ts';
import { type Deliverer, type DelivererOptions, openDeliverer } from './deliverer.ts';
import type { DeliveryKind, DeliveryRoute } from './message.ts';
import { createSender } from './send-delivery.ts';

/** Starts the deliveries of logs to subscribed partners. */
export function openDeliveries(
  kinds: readonly DeliveryKind[],
  parts: Pick<DelivererOptions, 'store' | 'bus' | 'logger'> & { readonly partners: PartnerRegistry; readonly upstream: Upstream },
): Promise<Deliverer[]> {
  const { store, partners, bus, logger, upstream } = parts;
  const send = createSender({ upstream, logger });
  const recipients = subscribersOf(partners);
  return Promise.all(kinds.map((kind) => openDeliverer({ store, kind, recipients, bus, send, limits: deliveryLimits, logger })));
}

/** How a log is sent to a partner. */
export interface PartnerForm {
  /** The URL in the partner's file, which decides path and list. */
  readonly to: 'arrivalNotices' | 'notifications' | 'portCallEvents';
  readonly writerFor: WriterFor;
}

/**
 * Creates the delivery of a log to partners.
 *
 * @param parts.newestVersion full version for partners whose file has none
 * @param formFor returns the form by the `push` section of a partner's file; undefined when the log is not sent
 */
export function createPartnerKind(
  parts: { readonly standard: Standard; readonly newestVersion: string } & Pick<DeliveryKind, 'log' | 'termsOf'>,
  formFor: (push: NonNullable<NonNullable<Partner['publish']>['push']>) => PartnerForm | undefined,
): DeliveryKind {
  const { log, standard, newestVersion, termsOf } = parts;
  const routeFor: DeliveryKind['routeFor'] = ({ partner, caller: { entitlement } }): DeliveryRoute | undefined => {
    const push = partner?.publish?.push;
    const form = push && formFor(push);
    if (form === undefined || visibilityOf(log, entitlement).isBlind) return undefined;
    const url = push?.[form.to];
    const profile = pushProfiles.find((each) => each.url === `publish.push.${form.to}`);
    if (url === undefined || profile === undefined) return undefined;
    const versionHeader = push?.versionHeader ?? (partner && endpointOf(partner, standard)?.versionHeader) ?? 'full';
    return {
      url: endpointAt(url, profile.path),
      version: apiVersionHeader(publishedVersionOf(partner, standard) ?? newestVersion, versionHeader),
      listName: profile.listName,
      write: form.writerFor(hiddenAttributesOf(log, entitlement), partner?.publish?.invalidRows ?? 'clean'),
    };
  };
  return { log, routeFor, termsOf };
}

/** Appends the standard's path unless the URL already ends with it. */
function endpointAt(url: string, path: string): string {
  const address = new URL(url);
  const given = address.pathname.replace(/\/+$/, '');
  address.pathname = given.endsWith(path) ? given : `${given}${path}`;
  return address.href;
}

/** Writes a version as it is sent: one JSON object in UTF-8; undefined if no valid object can be made of it. */
export type VersionWriter = (version: StoredVersion) => Buffer | undefined;

/** Returns the writer for a set of hidden attributes and a mode of invalid rows. */
export type WriterFor = (hidden: AttributeNames, mode: InvalidRowsMode) => VersionWriter;

/**
 * Creates one writer for each set of hidden attributes and each mode of invalid rows, and caches their results. A
 * version is sent to many subscribers at about the same time, as the same bytes to those with the same rights.
 */
export function cachedWriters(create: WriterFor): WriterFor {
  const writerOf = (mode: InvalidRowsMode) => eachHidden((hidden) => cached(create(hidden, mode)));
  const writers = { clean: writerOf('clean'), asReceived: writerOf('asReceived') };
  return (hidden, mode) => writers[mode](hidden);
}

function cached(write: VersionWriter): VersionWriter {
  const cache = sharedCachePool.open<string, { readonly bytes: Buffer | undefined }>();
  return (version) => {
    // The hash is part of the key because a more complete view may replace a version.
    const key = `${version.entityId}\n${version.sortKey}\n${version.contentHash}`;
    const known = cache.get(key);
    if (known !== undefined) return known.bytes;
    const bytes = write(version);
    cache.set(key, { bytes }, bytes?.length ?? 0);
    return bytes;
  };
}

/**
 * Creates writers whose results are the same as in responses to GET.
 *
 * @param invalidRows records versions that cannot be sent as received
 * @param alwaysHidden attributes that are hidden from all
 */
export function documentWriters(
  shape: ObjectShape,
  invalidRows: Pick<InvalidRows, 'record'>,
  alwaysHidden: Iterable<string> = [],
): WriterFor {
  const findInvalid = createFindInvalid(shape);
  return cachedWriters((hidden, mode) => {
    const write = createObjectWriter(new Set([...hidden, ...alwaysHidden]), findInvalid, mode);
    return (version) => {
      const { partner, entityId, violations } = version;
      const invalid = mode === 'asReceived' ? undefined : findInvalid(version);
      const outcome = invalid === 'ALL' ? 'WITHHELD' : 'CLEANED';
      if (invalid !== undefined) invalidRows.record({ partner, row: rowNameOf(entityId), outcome, violations });
      return write(version);
    };
  });
}
