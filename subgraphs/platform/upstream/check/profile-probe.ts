import * as z from 'zod';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { defaultEndpointOf, type EndpointField, type Partner } from '../../partners/partner.ts';
import { compared } from './probe-kinds.ts';
import { type Probe, type ProbeParts, type ProbeResult, skipped } from './requester.ts';

/** The parts of a capability profile that a file can contradict, by the names of our own `GET /dcsa/capabilities`. */
const profileSchema = z.object({
  endpoints: z
    .array(
      z.object({
        standard: z.string(),
        path: z.string(),
        version: z.string().optional(),
        parameters: z.array(z.object({ name: z.string(), maxValues: z.number().optional() })).default([]),
        limit: z.object({ max: z.number() }).optional(),
      }),
    )
    .min(1),
  receiving: z
    .object({
      posts: z.array(z.object({ listName: z.string(), version: z.string().optional() })),
      limits: z.object({ maxObjects: z.number(), maxBodyBytes: z.number() }).partial().default({}),
    })
    .optional(),
});

type Profile = z.output<typeof profileSchema>;

/** The names of the standards in a profile, and the lists that we push, by the URLs of `publish.push`. */
const standards = {
  arrivalNotices: { name: 'Arrival Notice', lists: { arrivalNotices: 'arrivalNotices', notifications: 'arrivalNoticeNotifications' } },
  commercialSchedules: { name: 'Commercial Schedules', lists: {} },
  portCalls: { name: 'Port Call', lists: { portCallEvents: 'events' } },
} as const satisfies Record<EndpointField, object>;

/** Maximum number of contradictions in the report. */
const maxShown = 30;

/** Creates the probe that compares the file with the capability profile of the partner, if it publishes one in our form. */
export function profileProbe(parts: ProbeParts, partner: Partner, field: EndpointField): Probe {
  const run = async (): Promise<ProbeResult> => {
    const { status, body } = await parts.requestPartner('/capabilities');
    const parsed = status === 200 ? profileSchema.safeParse(body) : undefined;
    if (!parsed?.success) return skipped(`It publishes no profile of this form at /capabilities (${status}).`);
    const contradictions = [...endpointIssuesOf(parsed.data, parts, field), ...pushIssuesOf(parsed.data, partner, field)];
    if (contradictions.length === 0) return { verdict: 'OK', reason: 'Nothing in it contradicts the file.' };
    const more = contradictions.length > maxShown ? [`and ${contradictions.length - maxShown} more`] : [];
    const reason = `${contradictions.length} of its statements differ from the file.`;
    return { ...compared(false, reason), violations: [...contradictions.slice(0, maxShown), ...more] };
  };
  return { name: 'capability profile', rule: 'A partner publishes what it really does; its form is open.', run };
}

function endpointIssuesOf({ endpoints }: Profile, { claims, stated }: ProbeParts, field: EndpointField): string[] {
  const own = endpoints.filter(({ standard }) => standard === standards[field].name);
  if (own.length === 0) return [`endpoints: none of ${standards[field].name}`];
  const versions = new Set(own.flatMap(({ version = claims.version }) => version));
  const parameters = own.flatMap((endpoint) => endpoint.parameters);
  const names = new Set(parameters.map(({ name }) => name));
  const known = defaultEndpointOf(field).filters;
  const most = Math.min(...parameters.flatMap(({ maxValues = Number.POSITIVE_INFINITY }) => maxValues));
  const largestPage = Math.min(...own.flatMap(({ limit }) => limit?.max ?? Number.POSITIVE_INFINITY));
  return [
    ...[...versions].filter((version) => version !== claims.version).map((version) => `version: ${version}. ${stated('version')}`),
    ...claims.filters.filter((name) => !names.has(name)).map((name) => `filters: not ${name}. ${stated('filters', 'to send it')}`),
    ...known.filter((name) => names.has(name) && !claims.filters.includes(name)).map((name) => `filters: also ${name}`),
    ...(most < claims.maxReferences ? [`maxReferences: ${most}. ${stated('maxReferences')}`] : []),
    ...(largestPage < claims.pageSize ? [`pageSize: at most ${largestPage}. ${stated('pageSize')}`] : []),
  ];
}

/** Compares what the partner receives with what the file has us push. */
function pushIssuesOf({ receiving }: Profile, { publish }: Partner, field: EndpointField): string[] {
  const lists = Object.entries(standards[field].lists).filter(([url]) => Reflect.get(publish?.push ?? {}, url) !== undefined);
  if (lists.length === 0) return [];
  const { posts = [], limits = {} } = receiving ?? {};
  const version = publish?.versions[field];
  const sizes = (['maxObjects', 'maxBodyBytes'] as const).flatMap((name) => {
    const [most, sent] = [limits[name], deliveryLimits[name]];
    return most !== undefined && most < sent ? [`receiving.limits.${name}: ${most}. A message may have ${sent}.`] : [];
  });
  return [
    ...lists.flatMap(([url, listName]) => {
      const post = posts.find((each) => each.listName === listName);
      if (post === undefined) return [`receiving: not the list ${listName}. The file has publish.push.${url}.`];
      const isOther = version !== undefined && post.version !== undefined && post.version !== version;
      return isOther ? [`receiving: version ${post.version} of ${listName}. The file says publish.versions.${field}: ${version}.`] : [];
    }),
    ...sizes,
  ];
}
