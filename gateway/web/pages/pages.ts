import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInProvider } from '#platform/access/access-file.ts';
import type { Logger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { supergraphPaths } from '../../supergraph/supergraph.ts';
import { type BuiltFile, listBuiltFiles } from './built-files.ts';
import { createFileCache } from './file-cache.ts';
import { boardHeaders, graphiqlHeaders, type PageHeadersOf, sharedModuleHeaders, signInHeaders } from './page-headers.ts';
import { sendFile } from './send-file.ts';

export interface PagesOptions {
  readonly logger: Logger;
  /** Returns whether `/graphiql` is served now. */
  readonly hasIde: () => boolean;
  /** Whether `/schema.graphql` is served. */
  readonly hasSchema: boolean;
  /** Returns where people sign in now; undefined if they do not. */
  readonly signInProvider: () => SignInProvider | undefined;
  /** Folder that contains `board`, `client` and `graphiql`. @default {@link builtPages} */
  readonly folder?: string;
}

/** The output of `npm run build`. */
const builtPages = join(packageRoot, 'dist', 'gateway', 'web');

/** Modules that pages of other origins load. */
const sharedModules: ReadonlySet<string> = new Set(['landfall-arrivals.js', 'landfall-client.js']);

/** The URLs of the pages among the board's files. All other files are served by their names. */
const boardPages: Readonly<Record<string, { readonly url: string; readonly headersOf: PageHeadersOf }>> = {
  'index.html': { url: '/', headersOf: boardHeaders },
  'sign-in.html': { url: '/sign-in', headersOf: signInHeaders },
};

const schemaFile: BuiltFile = { path: supergraphPaths.apiSdl, name: 'schema.graphql', type: 'text/plain; charset=utf-8', isHashed: false };

/**
 * Registers the pages for browsers: the arrivals board at `/`, its component and the typed client as modules, GraphiQL
 * at `/graphiql`, the page to which a provider returns people at `/sign-in`, the provider at `/sign-in.json`, and the SDL of
 * the API at `/schema.graphql`. None of them contains data, so none requires a sign-in.
 *
 * Files are listed at the start and served by their names in that list, so no request can reach another file. If a page
 * is not built, its address and the log report it.
 */
export function registerPages(http: FastifyInstance, options: PagesOptions): void {
  const { logger, hasIde, hasSchema, signInProvider, folder = builtPages } = options;
  const cache = createFileCache();
  const filesOf = (name: string) => listBuiltFiles(join(folder, name));

  async function answer(file: BuiltFile | undefined, headersOf: PageHeadersOf, exchange: { request: FastifyRequest; reply: FastifyReply }) {
    const address = withoutSlash(exchange.request);
    if (file === undefined || (address !== undefined && !file.name.endsWith('.html'))) return exchange.reply.callNotFound();
    if (address !== undefined) return exchange.reply.redirect(address, 308);
    const headers = headersOf(signInProvider());
    exchange.reply.headers(sharedModules.has(file.name) ? { ...headers, ...sharedModuleHeaders } : headers);
    return sendFile(file, cache, exchange);
  }

  function announceMissing(url: string): void {
    logger.warn({ url }, 'this page has not been built: run `npm run build`');
    http.get(url, async (_request, reply) =>
      reply.code(404).send('This page has not been built. Run `npm run build` and restart the server.\n'),
    );
  }

  function serveBoard(): void {
    const files = [...filesOf('board'), ...filesOf('client').filter(({ name }) => sharedModules.has(name))];
    // Registered one by one, because a wildcard would replace the response of `/dcsa` to unknown paths.
    for (const file of files) {
      const { url = `/${file.name}`, headersOf = boardHeaders } = boardPages[file.name] ?? {};
      http.get(url, (request, reply) => answer(file, headersOf, { request, reply }));
    }
    if (!files.some(({ name }) => name === 'index.html')) announceMissing('/');
  }

  function serveGraphiql(): void {
    const files = new Map(filesOf('graphiql').map((file) => [file.name, file]));
    if (!files.has('index.html')) {
      announceMissing('/graphiql');
      return;
    }
    const serve = (request: FastifyRequest, reply: FastifyReply, name: string) =>
      answer(hasIde() ? files.get(name) : undefined, graphiqlHeaders, { request, reply });
    http.get('/graphiql', (request, reply) => serve(request, reply, 'index.html'));
    http.get<{ Params: { '*': string } }>('/graphiql/*', (request, reply) => serve(request, reply, request.params['*']));
  }

  serveBoard();
  http.get('/sign-in.json', (_request, reply) => reply.header('cache-control', 'no-store').send(signInProvider() ?? {}));
  serveGraphiql();
  if (hasSchema) http.get('/schema.graphql', (request, reply) => answer(schemaFile, () => ({}), { request, reply }));
}

/**
 * Returns the address of a page without the slash with which it was requested; undefined if it was requested without one.
 * Pages refer to their files relative to this address. It is relative, too, because a proxy may serve the pages under a
 * path.
 */
function withoutSlash({ originalUrl }: FastifyRequest): string | undefined {
  const [path = ''] = originalUrl.split('?', 1);
  const [, name] = /([^/]+)\/$/.exec(path) ?? [];
  return name && `../${name}${originalUrl.slice(path.length)}`;
}
