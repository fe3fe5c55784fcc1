import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/landfall.ts';

/** Writes an access file to a temporary folder. @param tenants its tenants, by their names */
export async function writeAccess(tenants: object): Promise<AsyncDisposable & { readonly file: string }> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'access.yaml');
  await writeFile(file, JSON.stringify({ tenants }));
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
