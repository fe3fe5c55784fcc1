import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { type StartOptions, start } from '../../gateway/main.ts';
import { partnerKeys, temporaryFolder, writePartners } from './landfall.ts';
import { patientQuery } from './patient-query.ts';

/** A response of `/dcsa`. */
export interface DcsaAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly feedback: { severity: string; message: string; propertyPath?: string }[];
}

/** A Landfall in this process, with the partners of {@link writePartners} and separate data. */
export interface OpenLandfall extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Sends any request to `/dcsa`; by default as partner `acme`, in JSON. */
  dcsa(path: string, request: RequestInit & { key?: string | null }): Promise<DcsaAnswer>;
  /** Pushes notices as partner `acme`. */
  push(...notices: unknown[]): Promise<DcsaAnswer>;
  /** Pushes port call events as partner `acme`. */
  pushEvents(...events: unknown[]): Promise<DcsaAnswer>;
  /** Sends a query to `/graphql`, as a {@link patientQuery}. Fails on errors. */
  query<T = Record<string, never>>(query: string, variables?: Record<string, unknown>): Promise<T>;
}

/**
 * Starts it. @param environment settings in addition to the folders and the port @param limits those that differ from
 * their defaults
 */
export async function openLandfall(
  environment: Record<string, string> = {},
  limits: Omit<StartOptions, 'env'> = {},
): Promise<OpenLandfall> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder.path,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: `${folder.path}/access.yaml`,
    ...environment,
  });
  const running = await start('all', config, createLogger(environment['LOG_LEVEL'] ?? 'silent'), {
    env: environment,
    // Disabled, because requests to partners in the background would disturb tests that count requests.
    evaluatesArrivals: false,
    ...limits,
  });
  const dcsa: OpenLandfall['dcsa'] = async (path, { key = partnerKeys.acme, ...request }) => {
    const headers = new Headers(request.headers);
    if (key !== null) headers.set('x-api-key', key);
    if (request.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const answer = await fetch(`${running.url}/dcsa${path}`, { method: 'POST', ...request, headers });
    const body = (await answer.json()) as { feedbackElements: DcsaAnswer['feedback'] };
    return { status: answer.status, headers: answer.headers, feedback: body.feedbackElements };
  };
  return {
    url: running.url,
    port: running.port,
    dcsa,
    push: (...arrivalNotices) => dcsa('/arrival-notices', { body: JSON.stringify({ arrivalNotices }) }),
    pushEvents: (...events) => dcsa('/events', { body: JSON.stringify({ events }) }),
    query: async (query, variables = {}) => {
      const answer = await fetch(`${running.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: patientQuery(query), variables }),
      });
      const { data, errors } = (await answer.json()) as { data: never; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
