import { expect, it } from 'vitest';
import { linesOfCode, measureSources } from '../support/source-size.ts';

it.each([
  ['blank lines and comments', '// one\n\n/**\n * two\n */\n/* three */\n', 0],
  ['a line that has a comment beside its code', 'const a = 1; // one\n/* two */ const b = 2;\n', 2],
  [
    'strings, regular expressions and divisions that look like comments',
    "const a = '// no';\nconst b = /[/*]/;\nconst c = 4 / 2; // 'yes\n",
    3,
  ],
  ['a template with expressions, without its blank lines', `const a = \`/* no */ \${\n  /* yes */\n  1\n}\n\n// no\n\`;\n`, 5],
  ['a shebang', '#!/usr/bin/env node\nrun();\n', 1],
])('lines of code are counted without %s', (_what, text, expected) => {
  expect(linesOfCode('file.ts', text)).toBe(expected);
});

it('a comment between elements of JSX is no code, and text that looks like one is', () => {
  const text = 'const page = (\n  <p>\n    {/* a comment */}\n    // text\n    {name}\n  </p>\n);\n';
  expect(linesOfCode('page.tsx', text)).toBe(6);
});

it('sources are added up by folder, SDL and YAML apart, without tests, documentation and generated files', () => {
  const texts = {
    'codegen.ts': 'run();\n',
    'gateway/main.ts': '// why\nrun();\n',
    'gateway/cli/program.ts': 'run();\nrun();\n',
    'gateway/cli/program.test.ts': 'run();\n',
    'packages/client/client.ts': 'run();\n',
    'packages/client/generated/operations.ts': 'run();\n',
    'subgraphs/arrivals/alerts.ts': 'run();\n',
    'subgraphs/platform/time/clock.ts': 'run();\n',
    'schema/arrivals.graphql': '# why\ntype Query {\n  a: Int\n}\n',
    'schema/supergraph.graphql': 'type Query\n',
    'partners/one.yaml': 'id: one # why\n\n# two\n',
    'test/support/counter.ts': 'run();\n',
    'docs/examples/query.graphql': '{ a }\n',
    'README.md': 'text\n',
  };
  const sizes = measureSources(Object.keys(texts), (path) => texts[path as keyof typeof texts]);
  expect(Object.fromEntries(sizes)).toEqual({
    'top level': { files: 1, code: 1, comments: 0 },
    gateway: { files: 2, code: 3, comments: 1 },
    'packages/client': { files: 1, code: 1, comments: 0 },
    'subgraphs/arrivals': { files: 1, code: 1, comments: 0 },
    'subgraphs/platform': { files: 1, code: 1, comments: 0 },
    SDL: { files: 1, code: 3, comments: 1 },
    YAML: { files: 1, code: 1, comments: 1 },
  });
});
