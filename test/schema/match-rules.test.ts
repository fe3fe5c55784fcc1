import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRuleNames } from '@landfall/matching/rules/match-rules.ts';
import { buildASTSchema, isEnumType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';

const folder = join(packageRoot, 'packages/matching');
const page = readFileSync(join(folder, 'RULES.md'), 'utf8');
const paragraphs = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split('\n', 1)[0] ?? '', text.split(/^## /m, 1)[0] ?? '']),
);
const schema = buildASTSchema(parse(readFileSync(join(packageRoot, 'schema/api.graphql'), 'utf8')), { assumeValid: true });

function valuesOf(enumName: string): readonly string[] {
  const type = schema.getType(enumName);
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

/** The rules that comments in the code name at their start, as `NAME: description`, and those of tables. */
function rulesInCode(): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const texts = files.map((path) => readFileSync(join(folder, path), 'utf8'));
  const named = /(?:(?:\/\*\*|^ \*|\/\/) ([A-Z]+(?:_[A-Z]+)*): |\bname: '([A-Z]+(?:_[A-Z]+)*)'(?=,\s+(?:\/\/.*\s+)*doubts\b))/gm;
  const names = texts.flatMap((text) => [...text.matchAll(named)].map(([, described, tabled]) => described ?? tabled ?? ''));
  return [...new Set(names)];
}

describe('the rules of matching', () => {
  test('have the same names in the code, in the schema and in RULES.md', () => {
    expect(valuesOf('MatchRule').toSorted()).toEqual(matchRuleNames.toSorted());
    const legRules = valuesOf('LegRule');
    expect([...paragraphs.keys()].toSorted()).toEqual([...matchRuleNames, ...legRules, ...rulesInCode()].toSorted());
  });

  test('have a table of at least three cases each', () => {
    const tests = join(packageRoot, 'test/contract/matching');
    const texts = readdirSync(tests).map((file) => readFileSync(join(tests, file), 'utf8'));
    const tables = texts.flatMap((text) => text.split(/^expectMatch\('/m).slice(1));
    const names = tables.map((table) => table.slice(0, table.indexOf("'")));
    const legRules = valuesOf('LegRule');
    // A rule of several directions has a table in the file of each.
    expect([...new Set(names)].toSorted()).toEqual([...paragraphs.keys()].filter((name) => !legRules.includes(name)).toSorted());
    expect(tables.filter((table) => table.split('when: ').length <= 3)).toEqual([]);
  });

  test.each([...paragraphs])('%s has a paragraph with an example', (_, paragraph) => {
    expect(paragraph).toContain('Example: ');
    expect(paragraph.trim().split('\n\n')).toHaveLength(1);
  });

  test.each(matchRuleNames)('the paragraph of %s states its confidence and whether a match may be unique', (name) => {
    expect(paragraphs.get(name)).toMatch(/\b(EXACT|STRONG|PROBABLE|WEAK)\b/);
    expect(paragraphs.get(name)).toMatch(/May be unique|may be unique|Never unique/);
  });

  test('are linked from the pages that show them', () => {
    for (const path of ['docs/matching.md', 'docs/querying.md']) {
      expect(readFileSync(join(packageRoot, path), 'utf8')).toContain('(../packages/matching/RULES.md)');
    }
    expect(schema.getType('MatchRule')?.description).toContain('packages/matching/RULES.md');
  });
});
