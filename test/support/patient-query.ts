import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ASTNode, buildSchema, type FieldNode, type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { packageRoot } from '#platform/package-root.ts';

const argument = 'maxWaitMs: 60000';
const texts = new Map<string, string>();
let schema: GraphQLSchema | undefined;

/**
 * Makes every field of a query wait for partners for a minute, unless the query specifies the wait. The default is two
 * seconds, and on a busy machine a test would get PENDING instead of the answer that it is about.
 */
export function patientQuery(query: string): string {
  const text = texts.get(query) ?? withArguments(query);
  texts.set(query, text);
  return text;
}

function withArguments(query: string): string {
  let document: ASTNode;
  try {
    document = parse(query);
  } catch {
    // The test expects the server's error for a text that is not a query.
    return query;
  }
  schema ??= buildSchema(readFileSync(join(packageRoot, 'schema', 'api.graphql'), 'utf8'), { assumeValidSDL: true });
  const types = new TypeInfo(schema);
  const impatient: FieldNode[] = [];
  const enter = (field: FieldNode) => {
    const isKnown = types.getFieldDef()?.args.some(({ name }) => name === 'maxWaitMs');
    if (isKnown && !field.arguments?.some(({ name }) => name.value === 'maxWaitMs')) impatient.push(field);
  };
  visit(document, visitWithTypeInfo(types, { Field: { enter } }));
  // Starts at the end, so that earlier positions remain valid.
  return impatient
    .toSorted((one, other) => endOfName(other) - endOfName(one))
    .reduce((text, field) => {
      const end = endOfName(field);
      const [first] = field.arguments ?? [];
      const from = first?.loc?.start ?? end;
      return `${text.slice(0, from)}${first === undefined ? `(${argument})` : `${argument}, `}${text.slice(from)}`;
    }, query);
}

function endOfName({ name }: FieldNode): number {
  return name.loc?.end ?? 0;
}
