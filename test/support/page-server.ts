import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';

/** A website of another origin than Landfall's. */
export interface PageServer extends AsyncDisposable {
  /** The origin, as browsers send it. */
  readonly origin: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/**
 * Serves a website to a browser.
 *
 * @param site by path: a file below the package's root, or a function that creates a JSON response
 */
export async function openPageServer(site: Readonly<Record<string, string | (() => Promise<unknown>)>>): Promise<PageServer> {
  const server = createServer(async ({ url = '/' }, response) => {
    const source = site[url.split('?')[0] ?? ''];
    if (source === undefined) response.writeHead(404).end();
    else if (typeof source === 'function') response.setHeader('content-type', 'application/json').end(JSON.stringify(await source()));
    else response.setHeader('content-type', mediaTypes[extname(source)] ?? '').end(await readFile(join(packageRoot, source)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
