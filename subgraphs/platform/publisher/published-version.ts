import { endpointFields, endpointOf } from '../partners/endpoint-of.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';

/**
 * The full version of a standard in which a subscriber is answered and sent to, as `API-Version` tells it: what its file
 * says under `publish`, else the one in which we ask it. What is sent is the same in all versions that we know.
 *
 * @returns undefined where the file says neither
 */
export function publishedVersionOf(partner: Partner | undefined, standard: Standard): string | undefined {
  return partner && (partner.publish?.versions[endpointFields[standard]] ?? endpointOf(partner, standard)?.version);
}
