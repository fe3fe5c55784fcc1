import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackageVersion } from '#platform/package-root.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { breakingChangesOf, deprecatedMinors, readReleasedSchemas, releasedFolder } from './released-schemas.ts';

// Part of `npm run check`. With `--write`, it is part of a release and stores the API of this version, with which later
// versions are compared.
const { apiSdl } = readSupergraph();
if (process.argv.includes('--write')) {
  const version = readPackageVersion();
  const header = `# The API of version ${version}. Later versions are compared with it; never change it after the release.`;
  mkdirSync(releasedFolder, { recursive: true });
  writeFileSync(join(releasedFolder, `${version}.graphql`), apiSdl.replace(/^#.*$/m, header));
} else {
  const issues = await breakingChangesOf(apiSdl, readReleasedSchemas());
  for (const issue of issues) process.stderr.write(`Breaking change of the API ${issue}\n`);
  if (issues.length > 0) {
    const rule = `Deprecate it (@deprecated) for ${deprecatedMinors} minor versions before it goes: docs/upgrading.md.`;
    process.stderr.write(`${rule}\n`);
    process.exitCode = 1;
  }
}
