/**
 * Limits of deliveries to subscribers, shown by `GET /dcsa/capabilities`. A subscriber's file may change the retries.
 */
export const deliveryLimits = {
  /** Maximum number of notices, notifications or events in one message. */
  maxObjects: 100,
  /** Maximum size of one message's body. A single object may be larger. */
  maxBodyBytes: 1_048_576,
  /** Pause after the first failure. Each further consecutive failure doubles it. */
  firstRetryMs: 1_000,
  maxRetryMs: 3_600_000,
  /** A message that has not been accepted for this time becomes a dead letter. */
  giveUpMs: 259_200_000,
} as const;
