import * as z from 'zod';
import type { RetryLimits } from '../time/wake-up-loop.ts';
import { isSigningSecret } from './secrets.ts';

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

/** A secret of Standard Webhooks. */
export const webhookSecret = z.string().refine(isSigningSecret, {
  error: 'a secret of Standard Webhooks, whsec_ and the Base64 of at least 24 bytes',
});

/** The secrets with which a receiver verifies deliveries. */
export const webhookSecrets = z
  .array(webhookSecret)
  .refine(({ length }) => length === 1 || length === 2, { error: 'one secret, or two during a rotation' });

const hourMs = 3_600_000;

/** The pauses after failed deliveries, and the time after which a version becomes a dead letter. */
export const retryOfDeliveries = z
  .strictObject({
    firstMs: z.int().min(1).default(deliveryLimits.firstRetryMs),
    maxMs: z.int().min(1).default(deliveryLimits.maxRetryMs),
    giveUpHours: z
      .number()
      .positive()
      .default(deliveryLimits.giveUpMs / hourMs),
  })
  .transform(
    ({ firstMs, maxMs, giveUpHours }): RetryLimits => ({ firstRetryMs: firstMs, maxRetryMs: maxMs, giveUpMs: giveUpHours * hourMs }),
  )
  .prefault({});

/** Limits of requests to one receiver. */
export const requestLimits = z
  .strictObject({
    requestsPerSecond: z.number().positive().default(10),
    requestsPerMinute: z.int().min(1).optional(),
    requestsPerDay: z.int().min(1).optional(),
    /** Maximum number of requests that begin at once. Default: what a second, a minute and a day permit. */
    burst: z.int().min(1).max(10_000).optional(),
    concurrency: z.int().min(1).default(4),
    timeoutMs: z.int().min(1).max(600_000).default(10_000),
    deadlineMs: z.int().min(1).max(3_600_000).optional(),
    maxBodyBytes: z.int().min(1).default(16_777_216),
  })
  .transform((limits) => ({ ...limits, deadlineMs: limits.deadlineMs ?? 2 * limits.timeoutMs }))
  .prefault({});
