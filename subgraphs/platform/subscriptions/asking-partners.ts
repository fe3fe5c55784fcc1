import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Whether an operation selects anything that partners may be asked for: fields that say by `maxAgeSeconds` how old their answers may be. */
export function mayAskPartners(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const look = () => {
    found ||= types.getFieldDef()?.args.some(({ name }) => name === 'maxAgeSeconds') ?? false;
  };
  visit(document, visitWithTypeInfo(types, { Field: look }));
  return found;
}
