import { composeServices, transformSupergraphToPublicSchema } from '@theguild/federation-composition';
import { buildASTSchema, type DirectiveNode, type GraphQLSchema, Kind, parse, printSchema, visit } from 'graphql';
import { LandfallError } from '../subgraphs/shared/errors.ts';

/** A subgraph as it goes into the composition. */
export interface SubgraphSource {
  readonly name: string;
  /** Where it is found unless the settings say otherwise. */
  readonly url: string;
  readonly sdl: string;
}

/** Arguments of `@join__field` that only a full planner understands; the engine for one process would answer them wrongly. */
const forbiddenJoins: ReadonlySet<string> = new Set(['requires', 'provides', 'override', 'external']);

/**
 * Composes subgraphs into the SDL of a Federation 2 supergraph.
 *
 * @throws {LandfallError} CONFIG_INVALID with every fault, also where `@requires`, `@provides`, `@override` or
 * `@external` is used
 */
export function composeSupergraph(subgraphs: readonly SubgraphSource[]): string {
  const { supergraphSdl = '', errors } = composeServices(subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })));
  const faults = errors?.map((error) => error.message) ?? forbiddenJoinsOf(supergraphSdl);
  if (faults.length > 0) throw new LandfallError('CONFIG_INVALID', `The subgraphs do not compose:\n  ${faults.join('\n  ')}`);
  return supergraphSdl;
}

/** The schema that clients see: the supergraph without inaccessible elements and without federation's own. */
export function publicSchemaOf(supergraphSdl: string): GraphQLSchema {
  return buildASTSchema(transformSupergraphToPublicSchema(parse(supergraphSdl)));
}

/** The schema as text, descriptions included. */
export function sdlOf(schema: GraphQLSchema): string {
  return `${printSchema(schema)}\n`;
}

function forbiddenJoinsOf(supergraphSdl: string): string[] {
  const faults: string[] = [];
  const check = (field: string, directives: readonly DirectiveNode[]): void => {
    for (const argument of directives
      .filter(({ name }) => name.value === 'join__field')
      .flatMap((directive) => directive.arguments ?? [])) {
      if (forbiddenJoins.has(argument.name.value)) faults.push(`${field} uses @${argument.name.value}`);
    }
  };
  visit(parse(supergraphSdl), {
    [Kind.OBJECT_TYPE_DEFINITION]: (type) => {
      for (const field of type.fields ?? []) check(`${type.name.value}.${field.name.value}`, field.directives ?? []);
    },
    [Kind.INTERFACE_TYPE_DEFINITION]: (type) => {
      for (const field of type.fields ?? []) check(`${type.name.value}.${field.name.value}`, field.directives ?? []);
    },
  });
  return faults;
}
