import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';
import { packedProgram } from '../support/packed.ts';
import { textOn } from '../support/pages.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const main = JSON.parse(read('package.json'));
const folders: readonly string[] = main.workspaces;
const published = ['packages/client', 'packages/board'];
const bundled = folders.filter((folder) => !published.includes(folder));

describe('a release', () => {
  test('has one version: that of package.json', () => {
    const chart = parse(read('deploy/helm/landfall/Chart.yaml'));
    const lockfile = JSON.parse(read('package-lock.json')).packages;
    const versions = {
      ...Object.fromEntries(folders.map((folder) => [folder, JSON.parse(read(`${folder}/package.json`)).version])),
      ...Object.fromEntries(['', ...folders].map((folder) => [`lockfile ${folder}`, lockfile[folder].version])),
      'the chart': chart.version,
      'the image of the chart': chart.appVersion,
      'the newest section of CHANGELOG.md': /^## ([\d.]+)/m.exec(textOn('CHANGELOG.md'))?.[1],
      ...Object.fromEntries(
        [...textOn('docs/deployment.md').matchAll(/landfall:(\d[\d.]+)|tag: (\d[\d.]+)/g)].map((found) => [found[0], found[1] ?? found[2]]),
      ),
    };
    expect(versions).toEqual(Object.fromEntries(Object.keys(versions).map((place) => [place, readPackageVersion()])));
  });

  test('depends, as published, only on packages with binaries, so that no other package of a folder replaces one of its own', async () => {
    const tarball = await packedProgram(inject('packFolder'));
    const manifest = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
    expect(Object.keys(manifest.dependencies)).toEqual(['@graphql-hive/router-query-planner', 'libsql']);
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).toMatchObject({ name: main.name, version: main.version, bin: main.bin, exports: main.exports });
  });

  test.each(bundled)('publishes no package from %s, whose modules are bundled, and which has the same license', (folder) => {
    expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({ private: true, license: main.license });
  });

  test.each(published)('has the package in %s with the same license, and without dependencies', (folder) => {
    const { license, publishConfig, repository, dependencies } = JSON.parse(read(`${folder}/package.json`));
    expect({ license, publishConfig, repository, dependencies }).toEqual({
      license: main.license,
      publishConfig: main.publishConfig,
      repository: { ...main.repository, directory: folder },
      dependencies: undefined,
    });
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'));
  });
});
