import type { FastifyInstance } from 'fastify';
import { defaultCallerLimits } from '../access/entitlement.ts';
import { maxFailuresPerMinute } from '../access/sign-in-watch.ts';
import type { Config } from '../config.ts';
import { type ErrorCode, type ErrorEntry, errorTable } from '../errors.ts';
import { maxItemValues, maxValuesOf } from '../json/json-slices.ts';
import { maxDirectBytes } from '../json/steps.ts';
import { readPackageVersion } from '../package-root.ts';
import { deliveryLimits, requestLimits as partnerLimits } from '../partners/delivery-limits.ts';
import { toleranceMs } from '../partners/inbound-auth/identify-caller.ts';
import { clockToleranceSeconds } from '../partners/inbound-auth/signed-tokens.ts';
import { type InboundWays, outboundWays } from '../partners/partner.ts';
import { gatherMs } from '../publisher/deliveries/delivery-queue.ts';
import { maxReplayed } from '../publisher/deliveries/operations.ts';
import { maxRetryAfterMs } from '../publisher/deliveries/send-delivery.ts';
import { pageSize, pagingParameters, pushAnswers, pushProfiles, requestLimits, type StandardProfile } from '../publisher/get/endpoint.ts';
import { sourceHeaders } from '../publisher/page-body.ts';
import { maxBatchBytes, maxBatchObjects, maxRemarks } from '../receiver/accept.ts';
import { maxWaitMs, smallBodyBytes } from '../receiver/body-budget.ts';
import { defaultPushLimits, type PushLimits } from '../receiver/routes.ts';
import { maxPageBytes } from '../store/document-budget.ts';
import { maxUnknownMembers } from '../wire/shape-check.ts';

/** The settings and limits that the capability profile shows. They are the same in all processes of a deployment. */
export interface CapabilityOptions {
  readonly config: Pick<Config, 'CONTACT' | 'KEEP_ALIVE_SECONDS' | 'LOG_RETENTION_HOURS' | 'TRUSTED_PROXIES' | 'VERSION_RETENTION_DAYS'>;
  /** Overrides of {@link defaultPushLimits}. */
  readonly pushLimits?: Partial<PushLimits> | undefined;
}

/** Path below `/dcsa`. */
export const capabilitiesPath = '/capabilities';

/** Registers the capability profile, as JSON that is indented for people. */
export function registerCapabilities(app: FastifyInstance, profile: object): void {
  const text = JSON.stringify(profile, undefined, 2);
  app.get(capabilitiesPath, { exposeHeadRoute: false }, (_request, reply) => reply.type('application/json').send(text));
}

/**
 * Returns the body of `GET /dcsa/capabilities`: what this deployment does of all standards, by the constants and
 * settings that the code uses. Every process returns the same, whichever standards it serves.
 */
export function capabilitiesOf(standards: readonly StandardProfile[], { config, pushLimits }: CapabilityOptions): object {
  return {
    implementation: {
      name: 'Landfall',
      version: readPackageVersion(),
      ...(config.CONTACT === undefined ? {} : { contact: config.CONTACT }),
      scope:
        'rows of the partners that a subscriber may see, of all regions and business contexts; what of the standards they offer is up to them',
    },
    standards: standards.map(({ endpoints, receives, version, ...standard }) => ({
      ...standard,
      versions: {
        newest: version,
        given: 'the newest one, or the version that the operator set for the partner; the content is the same in all',
        taken: `API-Version ${majorOf(version)}, ${majorOf(version)}.x and ${majorOf(version)}.x.y, or none`,
      },
      exchanges: {
        given: ['PULL', ...pushProfiles.flatMap((push) => (push.standard === standard.standard ? push.model : []))],
        taken: ['PULL', ...receives.map(({ model }) => model)],
      },
      serves: [...endpoints.map(({ path }) => `GET /dcsa${path}`), ...receives.map(({ path }) => `POST /dcsa${path}`)],
    })),
    endpoints: standards
      .flatMap(({ endpoints }) => endpoints)
      .map(({ path, parameters, refusalBody: _, ...endpoint }) => ({
        method: 'GET',
        path: `/dcsa${path}`,
        ...endpoint,
        parameters: [...parameters, ...pagingParameters],
        limit: pageSize,
      })),
    receiving: receivingOf(standards, { ...defaultPushLimits, ...pushLimits }),
    deliveries: deliveriesOf(standards, config),
    limits: { ...requestLimits, maxPageBytes },
    lists: 'p=a,b and p=a%2Cb and p=a&p=b mean the same; values are trimmed, empty ones and repeats dropped',
    cursors: {
      header: 'Next-Page-Cursor',
      reuse: 'any number of times',
      boundTo: ['subscriber', 'rights', 'parameters'],
      lastPage: 'has no cursor, whatever the number of its rows',
      validity: 'until cursorExpiryMs of the endpoint; without one, as long as the rights are the same',
      invalid: '400',
    },
    headers: {
      [sourceHeaders.rows]: 'partners that the rows come from, each with the places of its rows from 0 (RFC 9651 list)',
      [sourceHeaders.missing]: 'partners whose rows are missing or incomplete, each with its status',
    },
    retention: retentionOf(config),
    rateLimits: {
      failedSignInsPerMinute: maxFailuresPerMinute,
      requestsToPartnersPerMinute: defaultCallerLimits.partnerCallsPerMinute,
      rule: 'failed sign-ins of one address beyond the first limit are answered with 429; requests for schedules that cause more requests to partners than the second get RATE_LIMITED in Landfall-Missing-Sources; other requests of signed-in partners are not counted',
      throttling: 'Retry-After comes with each 429 and 503',
    },
    errors: errorsOf(),
    security: securityOf(config),
    operations: {
      health: '/healthz (the process runs), /readyz (it can serve), for operators',
      requestID: 'x-request-id: that of the request, or a generated one; quote it to the contact',
      keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    },
  };
}

/** Describes the pushes of partners to us. */
function receivingOf(
  standards: readonly StandardProfile[],
  { maxBodyBytes, maxObjects, maxDepth, timeoutMs, stallMs }: PushLimits,
): object {
  return {
    posts: standards.flatMap(({ standard, version, receives }) =>
      receives.map(({ path, listName, model, mayBeEmpty = false }) => ({
        method: 'POST',
        path: `/dcsa${path}`,
        standard,
        version,
        listName,
        model,
        mayBeEmpty,
      })),
    ),
    mediaTypes: ['application/json', 'application/*+json'],
    encodings: ['UTF-8', 'gzip'],
    limits: {
      maxBodyBytes,
      maxObjects,
      maxDepth,
      maxValues: maxValuesOf(maxBodyBytes),
      maxValuesOfObject: maxItemValues,
      timeoutMs,
      stallMs,
      rule: 'bytes count after decompression; a larger push is refused as a whole, with 413 or 400',
    },
    delays: {
      smallBodyBytes,
      directBodyBytes: maxDirectBytes,
      commitObjects: maxBatchObjects,
      commitBytes: maxBatchBytes,
      maxWaitMs,
      rule: 'bodies up to smallBodyBytes never wait for those of other partners; bodies above directBodyBytes are parsed in turns; lists above commitObjects or commitBytes are stored in several commits, one of which may fail (send the push again); a body that finds no room within maxWaitMs is refused with 503, and nothing of it is stored',
    },
    answer: '200 as soon as all objects are durable',
    feedback: {
      ERROR: 'the object was not stored as a version and is a dead letter: no identity, or a carrier that the partner may not send for',
      WARN: 'the object was stored as received, and is not read as it was meant, or clashes with a stored version',
      INFO: 'a repeat of a stored event',
      propertyPath: 'JSONPath of the object and its attribute, with the place of the object from 0',
      maxRemarks,
      maxUnknownMembersOfObject: maxUnknownMembers,
      overflow: 'further remarks are counted in a last element',
    },
    duplicates:
      'an object with the identity and the content of a stored one is accepted and changes nothing; a copy without charges or visualization counts as the same content',
    clashes: 'an object with the identity of a stored one and another content is kept beside it, with a WARN; the first stays',
    order: 'any; the identity and the times in the objects decide, not the order of receipt',
    deadLetters: 'are kept for the operator, who stores them once the cause is corrected',
  };
}

/** Describes our pushes to subscribers. */
function deliveriesOf(standards: readonly StandardProfile[], { LOG_RETENTION_HOURS }: CapabilityOptions['config']): object {
  const { maxObjects, maxBodyBytes, firstRetryMs, maxRetryMs, giveUpMs } = deliveryLimits;
  const { requestsPerSecond, concurrency, timeoutMs } = partnerLimits.parse({});
  return {
    posts: pushProfiles.flatMap((push) => {
      const profile = standards.find(({ standard }) => standard === push.standard);
      return profile === undefined ? [] : [{ method: 'POST', ...push, version: profile.version }];
    }),
    trigger: 'every version that the subscriber may see, when it is stored; none that the subscriber sent itself',
    message: { maxObjects, maxBodyBytes, gatherMs, alone: 'a larger object is sent as the only object of a message' },
    requests: { requestsPerSecond, concurrency, timeoutMs, rule: 'defaults, which the operator can change per subscriber' },
    order:
      'versions of one notice or event are sent one after the other, in the order in which they were received; unrelated versions are sent in parallel',
    identity: { header: 'webhook-id', rule: 'the same in every attempt of a message; ignore a message that was already accepted' },
    signature: {
      scheme: 'Standard Webhooks 1.0.0, HMAC-SHA256',
      headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      secrets: 'at most two, each with a signature; without a secret, messages are not signed',
    },
    answers: pushAnswers,
    retries: {
      firstMs: firstRetryMs,
      maxMs: maxRetryMs,
      giveUpMs,
      maxRetryAfterMs,
      rule: 'defaults, which the operator can change per subscriber; each pause is between half and all of twice the previous one, or Retry-After of a 429 or 503; then the message becomes a dead letter',
    },
    buffering: 'unanswered versions are kept until they are accepted, dead letters or removed with their retention',
    replay: {
      reachHours: LOG_RETENTION_HOURS,
      maxObjects: maxReplayed,
      rule: 'by the operator: by time, by document, or dead letters; replayed objects have a new webhook-id',
    },
  };
}

function retentionOf({ VERSION_RETENTION_DAYS: rowsDays, LOG_RETENTION_HOURS: logHours }: CapabilityOptions['config']): object {
  return {
    ...(rowsDays === undefined ? { rows: 'kept' } : { rowsDays }),
    rule: 'of versions, their files and dead letters, by the time of receipt; a current version goes with the last of its older ones',
    logHours,
    logRule: 'how long deliveries can be replayed and subscriptions resumed',
  };
}

/** The ways in which partners sign in to us, by the names in partners' files. */
function securityOf({ TRUSTED_PROXIES }: CapabilityOptions['config']): object {
  const receiving: Readonly<Record<keyof InboundWays, object>> = {
    apiKey: { scheme: 'a key in a header', rotation: 'several keys at a time' },
    jwt: { scheme: 'Authorization: Bearer with a signed token, asymmetric algorithms only', clockToleranceSeconds },
    hmac: { scheme: 'Standard Webhooks 1.0.0 over the bytes as sent', toleranceMs, rotation: 'several secrets at a time' },
    mtls: { scheme: 'a client certificate, by its SHA-256', available: TRUSTED_PROXIES.length > 0 },
  };
  return {
    caller: 'is known by its credential, never by the body; all requests except for this document need one',
    receiving,
    sending: outboundWays,
    transport: 'TLS, by the operator',
  };
}

/** Codes of errors below `/dcsa` whose names do not begin with the side that answers. */
const commonErrors: readonly ErrorCode[] = ['ROUTE_UNKNOWN', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'UPSTREAM_UNREACHABLE', 'INTERNAL'];

function errorsOf(): readonly (ErrorEntry & { readonly code: string })[] {
  return Object.entries(errorTable).flatMap(([code, entry]) =>
    /^(PUSH|PUBLISH|STORE)_/.test(code) || commonErrors.some((common) => common === code) ? [{ code, ...entry }] : [],
  );
}

function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? version;
}
