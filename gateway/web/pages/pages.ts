import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInProvider } from '#platform/access/access-file.ts';
import type { Logger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { supergraphPaths } from '../../supergraph/supergraph.ts';

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
const boardPages: Readonly<Record<string, { readonly url: string; readonly page: Page }>> = {
  'index.html': { url: '/', page: 'board' },
  'sign-in.html': { url: '/sign-in', page: 'signIn' },
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
  const filesOf = (name: string) => listBuiltFiles(join(folder, name));

  async function answer(file: BuiltFile | undefined, page: Page | undefined, exchange: { request: FastifyRequest; reply: FastifyReply }) {
    const address = withoutSlash(exchange.request);
    if (file === undefined || (address !== undefined && !file.name.endsWith('.html'))) return exchange.reply.callNotFound();
    if (address !== undefined) return exchange.reply.redirect(address, 308);
    if (page !== undefined) exchange.reply.headers(headersOf(page, signInProvider()));
    if (sharedModules.has(file.name)) exchange.reply.headers(sharedModuleHeaders);
    return sendFile(file, exchange);
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
      const { url = `/${file.name}`, page = 'board' } = boardPages[file.name] ?? {};
      http.get(url, (request, reply) => answer(file, page, { request, reply }));
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
      answer(hasIde() ? files.get(name) : undefined, 'graphiql', { request, reply });
    http.get('/graphiql', (request, reply) => serve(request, reply, 'index.html'));
    http.get<{ Params: { '*': string } }>('/graphiql/*', (request, reply) => serve(request, reply, request.params['*']));
  }

  serveBoard();
  http.get('/sign-in.json', (_request, reply) => reply.header('cache-control', 'no-store').send(signInProvider() ?? {}));
  serveGraphiql();
  if (hasSchema) http.get('/schema.graphql', (request, reply) => answer(schemaFile, undefined, { request, reply }));
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

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` also covers websockets of the same host. */
const ownOriginOnly = ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'"];

/** What each page may load besides its own scripts. */
const policies = {
  // Has no inline scripts or styles. Shows the file of a notice, a PDF or an image, as a blob that it creates itself.
  board: ["style-src 'self'", "frame-ancestors 'none'"],
  // Providers redirect to it, also in the frame in which a page of this server renews a sign-in.
  signIn: ["style-src 'self'", "frame-ancestors 'self'"],
  // Its editor writes style attributes and elements, embeds its fonts in style sheets, and runs language services in workers.
  graphiql: ["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'", "frame-ancestors 'none'"],
} as const;

type Page = keyof typeof policies;

/**
 * Returns headers that allow no other origin than that of the provider where people sign in: pages request its configuration
 * and tokens, and renew a sign-in in a frame that it redirects back to this server.
 */
function headersOf(page: Page, provider: SignInProvider | undefined): Readonly<Record<string, string>> {
  const origins = provider === undefined ? [] : [new URL(provider.issuer).origin];
  const blobs = page === 'board' ? ['blob:'] : [];
  const frames = [...origins.flatMap((origin) => ["'self'", origin]), ...blobs];
  const policy = [
    ...ownOriginOnly,
    ["img-src 'self' data:", ...blobs].join(' '),
    ["connect-src 'self'", ...origins].join(' '),
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    ...policies[page],
  ];
  return {
    ...sameForAll,
    'content-security-policy': policy.join('; '),
    ...(page === 'signIn' ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  };
}

/** Headers of modules that pages of other origins load. They contain no secrets. */
const sharedModuleHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** A built file of a page. */
interface BuiltFile {
  /** Absolute path. */
  readonly path: string;
  /** Path below the folder of the page, separated by `/`. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Whether the name changes with the content; builds put such files into `assets`. */
  readonly isHashed: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** Lists the files of a folder that browsers can use; empty if the folder does not exist. */
function listBuiltFiles(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((found) => {
    const type = types[extname(found)];
    const name = found.replaceAll(sep, '/');
    return type === undefined ? [] : [{ path: join(folder, found), name, type, isHashed: name.startsWith('assets/') }];
  });
}

/** Returns whether an `Accept-Encoding` header accepts gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** One year. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * Sends a file, or 304 if the client has it. Files with a stable name are revalidated each time; files whose name
 * changes with the content never are. The tags of `@fastify/static` are made of the size and the time of a file, and npm
 * writes all files with one time, so a page of the same size from another release would count as the same.
 *
 * They are read and compressed for each request: a browser that has one only asks whether it changed.
 *
 * @throws {Error} if the file no longer exists; the message does not contain the path
 */
async function sendFile(file: BuiltFile, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const bytes = await readFile(file.path).catch((cause: unknown) => {
    // The files were rebuilt while this process runs. The cause contains the path.
    throw new Error(`${file.name} cannot be read. Restart the server.`, { cause });
  });
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': file.isHashed ? forGood : 'no-cache', vary: 'Accept-Encoding' });
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(bytes));
}

/**
 * Returns whether the client has the content. Uses weak comparison, because proxies that compress make a tag weak (RFC
 * 9110, section 13.1.2).
 */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false;
}
