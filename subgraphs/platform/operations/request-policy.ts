import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../time/clock.ts';
import { createOrigins } from '../transports/origins.ts';
import type { TransportPolicy } from '../transports/request-pipeline.ts';
import { createRequestRate, type RequestRate } from '../transports/request-rate.ts';
import { createParseBudget, type ParseBudget } from './parse-budget.ts';
import { anyDocument, type Documents, openTrustedDocuments } from './trusted-documents.ts';

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
  handshakeCredentials: false,
  rate: createRequestRate(),
  parseBudget: createParseBudget(),
  documents: anyDocument,
  introspection: true,
};

/**
 * @param parts.counts shared by all processes of this kind. Default: this process counts alone
 * @param parts.own documents of this program itself, which are always trusted
 * @throws {LandfallError} CONFIG_INVALID when the manifest of trusted documents is invalid
 */
export function policyOf(
  config: Pick<Config, 'ALLOWED_ORIGINS' | 'OPEN_ACCESS' | 'INTROSPECTION'> &
    Partial<Pick<Config, 'ALLOWED_HEADERS' | 'TRUSTED_DOCUMENTS'>>,
  { counts, own = [] }: { readonly counts?: SharedCounts | undefined; readonly own?: readonly string[] } = {},
): RequestPolicy {
  const { ALLOWED_ORIGINS, ALLOWED_HEADERS, OPEN_ACCESS, TRUSTED_DOCUMENTS, INTROSPECTION } = config;
  return {
    origins: createOrigins(ALLOWED_ORIGINS, ALLOWED_HEADERS),
    openHosts: OPEN_ACCESS ? 'any' : 'loopback',
    handshakeCredentials: false,
    rate: createRequestRate(systemClock, counts),
    parseBudget: createParseBudget(systemClock, counts),
    documents: TRUSTED_DOCUMENTS === undefined ? anyDocument : openTrustedDocuments(TRUSTED_DOCUMENTS, own),
    introspection: INTROSPECTION,
  };
}
