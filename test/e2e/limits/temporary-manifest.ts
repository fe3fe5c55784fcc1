import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a manifest of trusted documents to a temporary folder. */
export async function temporaryManifest(documents: Readonly<Record<string, string>>): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-manifest-'));
  const path = join(folder, 'documents.json');
  await writeFile(path, JSON.stringify(documents));
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
