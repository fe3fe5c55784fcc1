import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../subgraphs/shared/access/entitlement.ts';
import type { EngineRequest } from './engine.ts';

/** A subgraph that lives in this process. */
export interface LocalSubgraph {
  /** As in the supergraph. */
  readonly name: string;
  readonly schema: GraphQLSchema;
  /** Makes what the subgraph's resolvers get as their context; called once per request, when the first of them runs. */
  contextFor(caller: Caller, request: Pick<EngineRequest, 'requestId' | 'signal' | 'rows'>): unknown;
}
