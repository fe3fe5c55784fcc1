/** Bounds of deliveries to subscribers, shown by `GET /dcsa/capabilities`; a subscriber's file may change the retries. */
export const deliveryLimits = {
  /** Notices, notifications or events in one message. */
  maxObjects: 100,
  /** Of one message's body; one object alone may be larger. */
  maxBodyBytes: 1_048_576,
  /** Pause after the first failure; each further one in a row doubles it. */
  firstRetryMs: 1_000,
  maxRetryMs: 3_600_000,
  /** A message that is not accepted for so long becomes a dead letter. */
  giveUpMs: 259_200_000,
} as const;
