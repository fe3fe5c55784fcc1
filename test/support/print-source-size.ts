import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { measureSources, type SourceSize } from './source-size.ts';

// `npm run size`. What is not committed yet counts, what is deleted does not.
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  cwd: packageRoot,
  encoding: 'utf8',
});
const deleted = new Set(execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: packageRoot, encoding: 'utf8' }).split('\0'));
const paths = listed.split('\0').filter((path) => path !== '' && !deleted.has(path));
const sizes = measureSources(paths, (path) => readFileSync(join(packageRoot, path), 'utf8'));

const apart = new Set(['HTML and CSS', 'SDL', 'YAML']);
const rows = [...sizes].sort(([one], [other]) => (one < other ? -1 : 1));
const folders = rows.filter(([name]) => !apart.has(name));
const print = (name: string, { files, code, comments }: SourceSize): void => {
  process.stdout.write(`${name.padEnd(32)}${`${files}`.padStart(8)}${`${code}`.padStart(10)}${`${comments}`.padStart(10)}\n`);
};
const sumOf = (some: typeof rows): SourceSize => ({
  files: some.reduce((sum, [, { files }]) => sum + files, 0),
  code: some.reduce((sum, [, { code }]) => sum + code, 0),
  comments: some.reduce((sum, [, { comments }]) => sum + comments, 0),
});

process.stdout.write(`${''.padEnd(32)}${'files'.padStart(8)}${'code'.padStart(10)}${'comments'.padStart(10)}\n`);
for (const [name, size] of folders) print(name, size);
print('core (without packages)', sumOf(folders.filter(([name]) => !name.startsWith('packages'))));
print('in all', sumOf(folders));
process.stdout.write('\nnot part of these sums\n');
for (const [name, size] of rows) if (apart.has(name)) print(name, size);
