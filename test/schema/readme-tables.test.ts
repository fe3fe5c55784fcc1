import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, readConfig, settings } from '../../subgraphs/shared/config.ts';
import { type ErrorEntry, errorTable } from '../../subgraphs/shared/errors.ts';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
const sectionOf = (name: string): string => readme.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0]?.trim() ?? '';
const folders = new Set<keyof Config>(['DATA_DIR', 'PARTNERS_DIR', 'ACCESS_FILE']);

describe('the README', () => {
  test('lists every setting with the default that the code uses', () => {
    const defaults = readConfig({});
    const rows = Object.entries(settings.shape).map(([name, schema]) => {
      const value = defaults[name as keyof Config];
      const shown = folders.has(name as keyof Config) ? `./${String(value).split('/').at(-1)}` : (value ?? '');
      return `| \`${name}\` | ${shown} | ${schema.description} |`;
    });
    expect(sectionOf('settings')).toBe(['| variable | default | what |', '|---|---|---|', ...rows].join('\n'));
  });

  test('lists every error code with its status and what the caller can do', () => {
    const rows = Object.entries<ErrorEntry>(errorTable).map(
      ([code, { status, retryable, remedy }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${remedy} |`,
    );
    expect(sectionOf('errors')).toBe(['| code | status | try again | what to do |', '|---|---|---|---|', ...rows].join('\n'));
  });
});
