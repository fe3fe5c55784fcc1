import { defaultOperationLimits } from '#platform/operations/check-request.ts';

/** Limits that are higher than any generated operation needs. Generated operations are larger than people's. */
export const withoutLimits = {
  ...defaultOperationLimits,
  maxCharacters: 10_000_000,
  maxTokens: 1_000_000,
  maxDepth: 100,
  maxAliases: 100_000,
  maxRootFields: 10_000,
  maxFields: 1_000_000,
  maxFragments: 10_000,
  maxOverlappingFields: 10_000_000,
};
