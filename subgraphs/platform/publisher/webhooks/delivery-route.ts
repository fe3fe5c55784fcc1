import { apiVersionHeader } from '@landfall/dcsa/feedback.ts';
import { type AttributeNames, hiddenAttributesOf, visibilityOf } from '../../access/visibility.ts';
import { endpointOf } from '../../partners/endpoint-of.ts';
import type { Standard } from '../../partners/standard.ts';
import type { LogName } from '../../store/version-store.ts';
import type { InvalidRowsMode } from '../invalid-rows.ts';
import { publishedVersionOf } from '../published-version.ts';
import type { Recipient } from '../recipient.ts';
import type { DeliveryRoute } from './delivery.ts';

/** The parts of a route that are the same for all partners. */
export interface RouteParts {
  /** Name of the list in the body. */
  readonly listName: string;
  readonly standard: Standard;
  readonly log: LogName;
  /** Path of the standard's endpoint. */
  readonly path: string;
  /** The partner's URL, with or without {@link path} at its end; absent when nothing is delivered. */
  readonly url: string | undefined;
  /** Full version for partners whose file has none. */
  readonly newestVersion: string;
  readonly writerFor: (hidden: AttributeNames, invalidRows: InvalidRowsMode) => DeliveryRoute['write'];
}

/**
 * Returns the route of a log to a partner with an entitlement; undefined for other recipients, without a URL, or when
 * the partner may see nothing of the log.
 */
export function findDeliveryRoute({ partner, caller }: Recipient, parts: RouteParts): DeliveryRoute | undefined {
  const { standard, listName, log, path, url, newestVersion, writerFor } = parts;
  if (url === undefined || partner === undefined) return undefined;
  const { entitlement } = caller;
  if (visibilityOf(log, entitlement).isBlind) return undefined;
  const versionHeader = partner.publish?.push?.versionHeader ?? endpointOf(partner, standard)?.versionHeader ?? 'full';
  return {
    url: endpointAt(url, path),
    version: apiVersionHeader(publishedVersionOf(partner, standard) ?? newestVersion, versionHeader),
    listName,
    write: writerFor(hiddenAttributesOf(log, entitlement), partner.publish?.invalidRows ?? 'clean'),
  };
}

/** Appends the standard's path unless the URL already ends with it. */
function endpointAt(url: string, path: string): string {
  const address = new URL(url);
  const given = address.pathname.replace(/\/+$/, '');
  address.pathname = given.endsWith(path) ? given : `${given}${path}`;
  return address.href;
}
