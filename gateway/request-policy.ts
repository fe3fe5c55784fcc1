import { systemClock } from '../subgraphs/shared/clock.ts';
import type { Config } from '../subgraphs/shared/config.ts';
import type { SharedCounts } from '../subgraphs/shared/shared-counts.ts';
import { createNewTexts, type NewTexts } from './new-texts.ts';
import { createOrigins } from './origins.ts';
import type { TransportPolicy } from './request-pipeline.ts';
import { createRequestRate, type RequestRate } from './request-rate.ts';
import { anyDocument, type Documents, openTrustedDocuments } from './trusted-documents.ts';
import { visualizationQuery } from './visualizations.ts';

/** Which requests are taken at all, whatever they ask. */
export interface RequestPolicy extends TransportPolicy {
  readonly rate: RequestRate;
  readonly newTexts: NewTexts;
  readonly documents: Documents;
  /** Whether clients may ask for the schema. */
  readonly introspection: boolean;
}

/** Everything that no setting restricts. */
export const openPolicy: RequestPolicy = {
  origins: createOrigins([]),
  openHosts: 'any',
  rate: createRequestRate(),
  newTexts: createNewTexts(),
  documents: anyDocument,
  introspection: true,
};

/**
 * @param counts what all gateways count together. Default: this one is alone
 * @throws {LandfallError} CONFIG_INVALID when the manifest of trusted documents is faulty
 */
export function policyOf(config: Config, counts?: SharedCounts): RequestPolicy {
  const { ALLOWED_ORIGINS, OPEN_ACCESS, TRUSTED_DOCUMENTS, INTROSPECTION } = config;
  return {
    origins: createOrigins(ALLOWED_ORIGINS),
    openHosts: OPEN_ACCESS ? 'any' : 'loopback',
    rate: createRequestRate(systemClock, counts),
    newTexts: createNewTexts(systemClock, counts),
    documents: TRUSTED_DOCUMENTS === undefined ? anyDocument : openTrustedDocuments(TRUSTED_DOCUMENTS, [visualizationQuery]),
    introspection: INTROSPECTION,
  };
}
