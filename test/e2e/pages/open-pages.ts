import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { type PagesOptions, registerPages } from '../../../gateway/web/pages/pages.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openMemoryLog } from '../credentials/memory-log.ts';

/** A server with only pages. */
export interface OpenPages extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The folder of its files. */
  readonly folder: string;
  readonly logged: () => string;
}

/** A small version of the output of a build. */
export const samplePages = {
  'board/index.html': '<!doctype html><title>board</title>',
  'board/index.js': 'export const board = 1;',
  'board/sign-in.html': '<!doctype html><title>sign in</title>',
  'board/assets/list-Ab3dEf9h.js': 'export const list = 1;',
  'board/landfall-arrivals.js': 'export const element = 1;',
  'board/landfall-arrivals.d.ts': 'export declare const element: number;',
  'client/landfall-client.js': 'export const client = 1;',
  'client/client.d.ts': 'export declare const client: number;',
  'graphiql/index.html': '<!doctype html><title>GraphiQL</title>',
  'graphiql/editor.worker.js': 'onmessage = () => {};',
};

/** Serves files from a temporary folder. @param files their contents, by their paths */
export async function openPages(
  files: Readonly<Record<string, string>> = samplePages,
  options: Partial<PagesOptions> = {},
): Promise<OpenPages> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries({ 'secret.txt': 'secret', ...files })) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
  const { logger, text } = openMemoryLog();
  const app = createHttpServer({ logger, requestTimeoutMs: 5_000, maxBodyBytes: 1_000 });
  registerPages(app, { logger, hasIde: () => true, hasSchema: true, signInProvider: () => undefined, folder: folder.path, ...options });
  const port = await listen(app, '127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    folder: folder.path,
    logged: text,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
