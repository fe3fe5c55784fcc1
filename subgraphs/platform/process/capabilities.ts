import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAt } from '@landfall/dcsa/wire-values.ts';
import type { FastifyInstance } from 'fastify';
import { parse } from 'yaml';
import { maxFailuresPerMinute } from '../access/caller-sign-in.ts';
import { defaultCallerLimits } from '../access/entitlement.ts';
import type { Config } from '../config.ts';
import { type ErrorCode, type ErrorEntry, errorTable } from '../errors.ts';
import { maxItemValues, maxValuesOf } from '../json/json-slices.ts';
import { maxDirectBytes } from '../json/steps.ts';
import { maxPageBytes } from '../log/page.ts';
import { packageRoot, readPackageVersion } from '../package-root.ts';
import { deliveryLimits, requestLimits as partnerLimits } from '../partners/delivery-limits.ts';
import { toleranceMs } from '../partners/inbound-auth/identify-caller.ts';
import { clockToleranceSeconds } from '../partners/inbound-auth/signed-tokens.ts';
import { outboundWays } from '../partners/partner.ts';
import { gatherMs } from '../publisher/deliveries/delivery-queue.ts';
import { maxReplayed } from '../publisher/deliveries/operations.ts';
import { maxRetryAfterMs } from '../publisher/deliveries/send-delivery.ts';
import { pageSize, pagingParameters, pushProfiles, requestLimits, type StandardProfile } from '../publisher/get/endpoint.ts';
import { maxBatchBytes, maxBatchObjects, maxRemarks } from '../receiver/accept.ts';
import { maxWaitMs, smallBodyBytes } from '../receiver/body.ts';
import { defaultPushLimits, type PushLimits } from '../receiver/routes.ts';
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

/** The parts of `schema/capabilities.yaml` to which the code adds what it declares. */
interface Template {
  readonly standards: Readonly<Record<string, { readonly versions: object }>>;
  readonly endpoints: Readonly<Record<string, object>>;
  readonly receiving: { readonly posts: Readonly<Record<string, string>> };
  readonly deliveries: { readonly posts: Readonly<Record<string, object>> };
}

/**
 * Returns the body of `GET /dcsa/capabilities`: what this deployment does of all standards. Its words are in
 * `schema/capabilities.yaml`; its figures are the constants and settings that the code uses. Every process returns the
 * same, whichever standards it serves.
 */
export function capabilitiesOf(standards: readonly StandardProfile[], { config, pushLimits }: CapabilityOptions): object {
  const push = { ...defaultPushLimits, ...pushLimits };
  const figures = {
    ...config,
    ...Object.assign({}, ...standards.map((standard) => standard.figures)),
    version: readPackageVersion(),
    contact: config.CONTACT,
    ...{ push, maxValues: maxValuesOf(push.maxBodyBytes), maxItemValues, smallBodyBytes, maxDirectBytes, maxBatchObjects, maxBatchBytes },
    ...{ maxWaitMs, maxRemarks, maxUnknownMembers, maxRetryAfterMs, gatherMs, maxReplayed, maxFailuresPerMinute },
    delivery: deliveryLimits,
    requests: partnerLimits.parse({}),
    limits: { ...requestLimits, maxPageBytes },
    sourcesLimitSeconds: requestLimits.sourcesLimitMs / 1_000,
    rows: config.VERSION_RETENTION_DAYS === undefined ? 'kept' : undefined,
    partnerCallsPerMinute: defaultCallerLimits.partnerCallsPerMinute,
    ...{ clockToleranceSeconds, toleranceMs, outboundWays, errors: errorsOf() },
    acceptsCertificates: config.TRUSTED_PROXIES.length > 0,
  };
  const template = filled(parse(readFileSync(join(packageRoot, 'schema', 'capabilities.yaml'), 'utf8')), figures) as Template;
  return {
    ...template,
    standards: standards.map(({ standard, version, endpoints, receives }) => ({
      standard,
      ...template.standards[standard],
      versions: { newest: version, ...template.standards[standard]?.versions },
      serves: [...endpoints.map(({ path }) => `GET /dcsa${path}`), ...receives.map(({ path }) => `POST /dcsa${path}`)],
    })),
    endpoints: standards
      .flatMap(({ endpoints }) => endpoints)
      .map(({ path, parameters, refusalBody: _, ...endpoint }) => ({
        ...{ method: 'GET', path: `/dcsa${path}`, ...endpoint },
        ...template.endpoints[path],
        parameters: [...parameters, ...pagingParameters],
        limit: pageSize,
      })),
    receiving: {
      ...template.receiving,
      posts: standards.flatMap(({ standard, version, receives }) =>
        receives.map(({ path, listName, mayBeEmpty = false }) => ({
          ...{ method: 'POST', path: `/dcsa${path}`, standard, version, listName, model: template.receiving.posts[path], mayBeEmpty },
        })),
      ),
    },
    deliveries: {
      ...template.deliveries,
      posts: pushProfiles.flatMap((push) => {
        const profile = standards.find(({ standard }) => standard === push.standard);
        return profile === undefined ? [] : [{ method: 'POST', ...push, ...template.deliveries.posts[push.url], version: profile.version }];
      }),
    },
  };
}

/** Replaces each `${name}` of a template by the figure at this path. Members without a figure are left out. */
function filled(template: unknown, figures: object): unknown {
  if (Array.isArray(template)) return template.map((element) => filled(element, figures));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, filled(member, figures)]));
  }
  if (typeof template !== 'string') return template;
  const figureAt = (path: string) => valueAt(figures, path.split('.'));
  const [, only] = /^\$\{([\w.]+)\}$/.exec(template) ?? [];
  return only === undefined ? template.replaceAll(/\$\{([\w.]+)\}/g, (_, path: string) => String(figureAt(path))) : figureAt(only);
}

/** Codes of errors below `/dcsa` whose names do not begin with the side that answers. */
const commonErrors: readonly ErrorCode[] = ['ROUTE_UNKNOWN', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'UPSTREAM_UNREACHABLE', 'INTERNAL'];

function errorsOf(): readonly (ErrorEntry & { readonly code: string })[] {
  return Object.entries(errorTable).flatMap(([code, entry]) =>
    /^(PUSH|PUBLISH|STORE)_/.test(code) || commonErrors.some((common) => common === code) ? [{ code, ...entry }] : [],
  );
}
