import type { CodegenConfig } from '@graphql-codegen/cli';

const header = '// Written by codegen.ts. Do not edit; run `npm run codegen`.';

const config: CodegenConfig = {
  generates: {
    'subgraphs/arrival-notices/generated/schema.ts': {
      schema: 'schema/arrival-notices.graphql',
      plugins: [{ add: { content: header } }, 'typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        useTypeImports: true,
        enumsAsTypes: true,
        maybeValue: 'T | null | undefined',
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
        contextType: '../resolvers.ts#RequestContext',
      },
    },
  },
};

export default config;
