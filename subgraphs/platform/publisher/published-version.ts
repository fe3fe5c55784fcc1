import { endpointFields, endpointOf } from '../partners/endpoint-of.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';

/**
 * Returns the full version of a standard for responses and pushes to a subscriber, which is sent as `API-Version`: the
 * version in the `publish` section of its file, otherwise the version of our requests to it. The content is the same in
 * all supported versions.
 *
 * @returns undefined if the file has neither
 */
export function publishedVersionOf(partner: Partner | undefined, standard: Standard): string | undefined {
  return partner && (partner.publish?.versions[endpointFields[standard]] ?? endpointOf(partner, standard)?.version);
}
