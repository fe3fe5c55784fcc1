import type { EndpointLimits } from '#platform/transports/graphql-endpoint.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { type DeploymentOptions, openDeployment } from './deployment.ts';
import type { ServedHere } from './served-here.ts';

/** A GraphQL request in the form of a POST body. */
export interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

/**
 * A single process and a distributed deployment (which speaks HTTP within this process), over the same MongoDB and
 * Redis.
 */
export interface BothWays extends AsyncDisposable {
  readonly together: OpenLandfall;
  readonly apart: ServedHere;
  /**
   * Queries the single process, then the deployment, so that both know the same of partners. @returns status, type and
   * text
   */
  answersTo(request: Operation, accept?: string): Promise<[together: string, apart: string]>;
  /** Queries the single process until it has compiled the operation, and cached parts of the answer. */
  togetherAgain(request: Operation): Promise<string>;
}

export interface BothWaysOptions extends DeploymentOptions {
  /** Writes files into the folder of partners before anything starts. */
  readonly writeFiles?: (folder: string) => Promise<void>;
  /** Limits of both gateways that differ from their defaults. */
  readonly limits?: Partial<EndpointLimits>;
}

/** Starts both. */
export async function openBothWays({ writeFiles, limits = {}, ...options }: BothWaysOptions): Promise<BothWays> {
  const deployment = await openDeployment(options);
  await writeFiles?.(deployment.environment['PARTNERS_DIR'] ?? '');
  const together = await openLandfall(deployment.environment, { limits });
  const apart = await deployment.serveGateway({}, limits);
  const sendQuery = async (url: string, request: Operation, accept: string) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-request-id': 'the-same' },
      body: JSON.stringify({ ...request, query: patientQuery(request.query) }),
    });
    return `${answer.status} ${answer.headers.get('content-type')}\n${await answer.text()}`;
  };
  return {
    together,
    apart,
    answersTo: async (request, accept = 'application/json') => {
      const first = await sendQuery(together.url, request, accept);
      return [first, await sendQuery(apart.url, request, accept)];
    },
    togetherAgain: async (request) => {
      for (let time = 0; time < 4; time += 1) await sendQuery(together.url, request, 'application/json');
      return sendQuery(together.url, request, 'application/json');
    },
    [Symbol.asyncDispose]: async () => {
      await together[Symbol.asyncDispose]();
      await deployment[Symbol.asyncDispose]();
    },
  };
}
