import type { IncomingHttpHeaders } from 'node:http';
import { checkApiVersion, feedback } from '@landfall/dcsa/feedback.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asLandfallError, type ErrorCode, LandfallError, RateLimitedError } from '../errors.ts';
import { defaultHttpLimits } from '../http/http-server.ts';
import { finish, finishInSlices, largeBodies, maxDirectBytes, type Steps } from '../json/steps.ts';
import type { IdentifyCaller } from '../partners/inbound-auth/identify-caller.ts';
import { endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import { isStoreError } from '../store/store-failure.ts';
import type { ViolationBudget } from '../wire/shape-check.ts';
import { type AcceptCounts, type AcceptParts, acceptParsed, maxRemarks, type ParsedObject, type Receipt } from './accept.ts';
import {
  type BodyBudget,
  type BodyLimits,
  checkDeclaredLength,
  checkMediaType,
  createBodyBudget,
  declaredLengthOf,
  discardBody,
  isPacked,
  readPieces,
  textOf,
  type UnverifiedBody,
  unpackBody,
  unpackSmallBody,
} from './body.ts';
import { type ExpectedList, type ListLimits, type PushedObject, parseList, RefusedBody } from './pushed-list.ts';

/** One POST endpoint of a standard. */
export interface PushRoute extends ExpectedList {
  /** Path below `/dcsa`. */
  readonly path: string;
  readonly standard: Standard;
  /** Newest supported version of the standard. It is the version of responses unless the partner's file has another one. */
  readonly newestVersion: string;
  /** Returns how the objects of a request are ingested. */
  readonly ingestFor: (partner: Partner, headers: IncomingHttpHeaders) => PushIngest;
  /** Returns additional response headers, by the headers of the request. */
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
}

/** How objects are ingested: parsed one by one, then accepted together. */
export interface PushIngest {
  readonly parse: (receipt: Receipt, object: PushedObject) => ParsedObject;
  readonly accept: AcceptParts;
}

export type PushLimits = BodyLimits & ListLimits;

/** The outcome of a request below `/dcsa`. */
export interface DcsaAnswered {
  /** The path below `/dcsa`. */
  readonly path: string;
  /** Id of the partner; undefined when the credential identifies none. */
  readonly partner?: string | undefined;
  readonly status: number;
  /** Code of the error, if the request was rejected. */
  readonly code?: ErrorCode | undefined;
  readonly requestId: string;
  readonly durationMs: number;
}

/** An answered push, for metrics and the audit log. */
export interface PushAnswered extends DcsaAnswered {
  /** Number of objects in the body; 0 if it could not be parsed. */
  readonly objects: number;
  /** Outcomes of the objects, if they were accepted. */
  readonly counts?: AcceptCounts | undefined;
}

/** Limits of a push from any partner. */
export const defaultPushLimits = {
  maxBodyBytes: 16 * 1024 * 1024,
  maxObjects: 10_000,
  maxDepth: 64,
  timeoutMs: defaultHttpLimits.requestTimeoutMs,
  stallMs: 5_000,
} as const;

export interface PushRoutesOptions {
  readonly routes: readonly PushRoute[];
  /** Identifies the partner by its credential, never by a field of the body. */
  readonly findPartner: IdentifyCaller;
  readonly limits: PushLimits;
  /** The budget of the process. @default one of its own */
  readonly budget?: BodyBudget;
  /** Called for each answered push. */
  readonly onPush?: (push: PushAnswered) => void;
}

/**
 * Registers the POST endpoints of standards whose errors are `feedbackElements`. The order of the checks is fixed:
 * declared size, caller, version, media type, body, JSON, envelope; only then `accept`. The body is read before the
 * caller is identified only if its signature identifies the caller, and within a budget for all such bodies. Every
 * response, errors included, has `API-Version` and the standard's body.
 */
export function registerPushRoutes(app: FastifyInstance, options: PushRoutesOptions): void {
  const budget = options.budget ?? createBodyBudget();
  app.removeAllContentTypeParsers();
  // The route reads the body itself, after the checks of size and caller.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const route of options.routes) app.post(route.path, (request, reply) => answerPush(route, { options, budget, request, reply }));
}

async function answerPush(
  route: PushRoute,
  call: { options: PushRoutesOptions; budget: BodyBudget; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { options, budget, request, reply } = call;
  const { headers } = request;
  let unverified: UnverifiedBody | undefined;
  let room: Disposable | undefined;
  let turn: Disposable | undefined;
  let reading: Promise<readonly Buffer[]> | undefined;
  const started = performance.now();
  const push: { -readonly [K in keyof PushAnswered]: PushAnswered[K] } = {
    path: route.path,
    status: 200,
    requestId: request.id,
    objects: 0,
    durationMs: 0,
  };
  let version = route.newestVersion;
  try {
    checkDeclaredLength(request.raw, options.limits);
    const readRawPieces = async () => {
      const account = unverified ?? budget.openUnverified();
      unverified = account;
      if (reading === undefined) account.expect(Number(headers['content-length'] ?? 0));
      reading ??= readPieces(request.raw, options.limits, account.add);
      return reading;
    };
    const partner = await options.findPartner({ headers, peerAddress: request.socket.remoteAddress, readRawPieces });
    if (partner === undefined) throw new LandfallError('PUSH_UNAUTHENTICATED', 'The credential is missing or unknown.');
    push.partner = partner.id;
    version = endpointOf(partner, route.standard)?.version ?? version;
    const refusal = checkApiVersion(headers['api-version'], route.newestVersion);
    if (refusal !== undefined) throw new LandfallError('PUSH_INVALID', refusal);
    checkMediaType(request.raw);
    // A signed body that was read already counts as unverified until there is room for it here.
    const bytes = unverified?.bytes() ?? declaredLengthOf(request.raw, options.limits);
    room = await budget.reserve(partner.id, bytes);
    unverified?.[Symbol.dispose]();
    const raw = Buffer.concat(await (reading ?? readPieces(request.raw, options.limits)));
    turn = await budget.waitForTurn(partner.id, bytes);
    const { parse, accept } = route.ingestFor(partner, headers);
    const violationBudget: ViolationBudget = { left: maxRemarks, unknownLeft: maxRemarks, further: 0 };
    const receipt: Receipt = { partner, receivedAt: new Date().toISOString(), receivedBy: 'PUSH', violationBudget };
    const { limits } = options;
    const objects = await parseBody(raw, {
      headers,
      owner: partner.id,
      maxBodyBytes: limits.maxBodyBytes,
      stepsOf: (body) => parseList(body, { expected: route, limits, parseObject: (object) => parse(receipt, object) }),
    });
    push.objects = objects.length;
    const accepted = await acceptParsed(accept, partner.id, objects, { omittedViolations: violationBudget.further });
    const { feedback: feedbackElements, counts } = accepted;
    push.counts = counts;
    return reply.header('API-Version', version).type('application/json').send(JSON.stringify({ feedbackElements }));
  } catch (error) {
    if (reading === undefined) discardBody(request.raw);
    const { code, status } = asLandfallError(error);
    push.code = code;
    push.status = status;
    return sendPushError(error, { request, reply, version });
  } finally {
    turn?.[Symbol.dispose]();
    room?.[Symbol.dispose]();
    unverified?.[Symbol.dispose]();
    push.durationMs = performance.now() - started;
    options.onPush?.(push);
  }
}

interface BodyWork {
  readonly headers: IncomingHttpHeaders;
  readonly owner: string;
  readonly maxBodyBytes: number;
  readonly stepsOf: (body: Buffer) => Steps<ParsedObject[]>;
}

/** Unpacks and parses a body: a small one immediately, a large one in slices, when its partner's turn comes. */
function parseBody(raw: Buffer, work: BodyWork): ParsedObject[] | Promise<ParsedObject[]> {
  if (raw.length <= maxDirectBytes && !isPacked(work.headers)) return finish(work.stepsOf(textOf(raw)));
  return parseLargeBody(raw, work);
}

async function parseLargeBody(raw: Buffer, { headers, owner, maxBodyBytes, stepsOf }: BodyWork): Promise<ParsedObject[]> {
  const small = await unpackSmallBody(raw, { headers, maxSmallBytes: Math.min(maxDirectBytes, maxBodyBytes) });
  if (small !== undefined) return finish(stepsOf(small));
  return largeBodies.run(owner, async () => finishInSlices(stepsOf(await unpackBody(raw, { headers, maxBodyBytes }))));
}

/** Sends the error response of a push. */
export function sendPushError(error: unknown, call: { request: FastifyRequest; reply: FastifyReply; version: string }): FastifyReply {
  const { request, reply, version } = call;
  const shown = asLandfallError(error);
  if (shown.status >= 500 && !isStoreError(error)) request.log.error({ err: error, requestId: request.id }, 'push failed');
  if (shown.status === 401) reply.header('WWW-Authenticate', 'ApiKey, Bearer');
  if (shown.status === 503) reply.header('Retry-After', shown.code === 'PUSH_BUSY' ? '5' : '1');
  if (shown instanceof RateLimitedError) reply.header('Retry-After', shown.retryAfter);
  const propertyPath = shown instanceof RefusedBody ? shown.propertyPath : undefined;
  return reply
    .code(shown.status)
    .header('API-Version', version)
    .type('application/json')
    .send(JSON.stringify({ feedbackElements: [feedback('ERROR', shown.message, propertyPath)] }));
}
