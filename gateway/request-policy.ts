import type { SharedCounts } from '#platform/cache/shared-counts.ts';
import type { Config } from '#platform/config.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createOrigins } from '#platform/transports/origins.ts';
import type { TransportPolicy } from '#platform/transports/request-pipeline.ts';
import { createRequestRate, type RequestRate } from '#platform/transports/request-rate.ts';
import { createParseBudget, type ParseBudget } from './operations/parse-budget.ts';
import { anyDocument, type Documents, openTrustedDocuments } from './operations/trusted-documents.ts';
import { visualizationQuery } from './visualizations.ts';

/** Decides which requests are accepted, independent of their operations. */
export interface RequestPolicy extends TransportPolicy {
  readonly rate: RequestRate;
  readonly parseBudget: ParseBudget;
  readonly documents: Documents;
  /** Whether clients may use introspection. */
  readonly introspection: boolean;
}

/** The policy without any setting, which restricts nothing. */
export const openPolicy: RequestPolicy = {
  origins: createOrigins([]),
  openHosts: 'any',
  rate: createRequestRate(),
  parseBudget: createParseBudget(),
  documents: anyDocument,
  introspection: true,
};

/**
 * @param counts counters shared by all gateways. Default: this process counts by itself
 * @throws {LandfallError} CONFIG_INVALID when the manifest of trusted documents is invalid
 */
export function policyOf(config: Config, counts?: SharedCounts): RequestPolicy {
  const { ALLOWED_ORIGINS, OPEN_ACCESS, TRUSTED_DOCUMENTS, INTROSPECTION } = config;
  return {
    origins: createOrigins(ALLOWED_ORIGINS),
    openHosts: OPEN_ACCESS ? 'any' : 'loopback',
    rate: createRequestRate(systemClock, counts),
    parseBudget: createParseBudget(systemClock, counts),
    documents: TRUSTED_DOCUMENTS === undefined ? anyDocument : openTrustedDocuments(TRUSTED_DOCUMENTS, [visualizationQuery]),
    introspection: INTROSPECTION,
  };
}
