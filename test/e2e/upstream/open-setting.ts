import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import type { OutboundResponse } from '#platform/http/outbound.ts';
import type { Partner, Standard } from '#platform/partners/partner.ts';
import { openPartnerRegistry, type PartnerRegistry } from '#platform/partners/registry.ts';
import type { EndpointHealth } from '#platform/upstream/endpoints.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from '#platform/upstream/upstream.ts';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';

/** The client for one partner, `acme`, that answers over HTTP and is described by a file. */
export interface Setting extends AsyncDisposable {
  readonly fake: FakePartner;
  readonly upstream: Upstream;
  readonly partners: PartnerRegistry;
  /** Path of its file. */
  readonly file: string;
  /** Returns the partner by its current file. */
  partner(): Partner;
  /** Requests one URL of a standard, with the whole deadline. */
  query(standard?: Standard, options?: { readonly path?: string; readonly signal?: AbortSignal }): Promise<OutboundResponse>;
  health(standard?: Standard): EndpointHealth;
  /** Replaces its file and reloads it. @param address where all standards answer */
  describe(limits: string, address?: string): Promise<void>;
}

const standards = { ARRIVAL_NOTICE: 'arrivalNotices', COMMERCIAL_SCHEDULES: 'commercialSchedules', PORT_CALL: 'portCalls' } as const;

/** Opens it. @param limits the limits in the file */
export async function openSetting(limits = '', options: Omit<UpstreamOptions, 'logger' | 'partners'> = {}): Promise<Setting> {
  const logger = pino({ level: 'silent' });
  const fake = await openFakePartner({ otherwise: {} });
  const folder = await temporaryFolder();
  const file = join(folder.path, 'acme.yaml');
  const write = (lines: string, address: string) => {
    const endpoints = Object.values(standards).map((name) => `${name}: { baseUrl: "${address}/${name}" }`);
    const yaml = ['id: acme', 'name: ACME', 'allowPrivate: true', `limits: { ${lines} }`, ...endpoints].join('\n');
    return writeFile(file, yaml);
  };
  await write(limits, fake.url);
  const partners = await openPartnerRegistry({ dir: folder.path, logger, env: {} });
  const upstream = openUpstream({ logger, partners, ...options });
  const now = options.clock?.now ?? Date.now;
  const partner = () => {
    const found = partners.find('acme');
    if (found === undefined) throw new Error('the file of acme is gone');
    return found;
  };
  return {
    fake,
    upstream,
    partners,
    file,
    partner,
    query: (standard = 'PORT_CALL', { path = '', signal } = {}) => {
      const requested = partner();
      const url = `${requested[standards[standard]]?.baseUrl}${path}`;
      return upstream.call({ partner: requested, standard, url, headers: {}, deadline: now() + requested.limits.deadlineMs, signal });
    },
    health: (standard = 'PORT_CALL') => {
      const health = upstream.healthOf('acme', standard);
      if (health === undefined) throw new Error(`acme does not offer ${standard}`);
      return health;
    },
    describe: async (lines, address = fake.url) => {
      await write(lines, address);
      await partners.reload();
    },
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
