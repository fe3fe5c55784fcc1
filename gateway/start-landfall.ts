import type { FastifyInstance } from 'fastify';
import { configOf, type Settings } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createForwardingLogger, createLogger, logFieldErrors } from '#platform/logger.ts';
import type { ApolloServerPlugin } from './apollo.ts';
import { areSubgraphsApart, listening, mount } from './main.ts';

// The module `landfall` of the published package. Its declarations are built from this file alone.

/** What Landfall adds to the context value of plugins. */
export interface LandfallContext {
  readonly scope: {
    readonly transport: 'http' | 'sse' | 'websocket';
    readonly requestId: string;
    readonly session: { readonly tenant: string; readonly subject?: string | undefined };
  };
}

/**
 * The settings by their names, as in docs/settings.md, and what only a program can give. The environment is not read,
 * except for `env`.
 */
export interface LandfallOptions extends Settings {
  /** Plugins of Apollo Server; what they need is in `landfall/apollo`. @default none */
  readonly plugins?: readonly ApolloServerPlugin<LandfallContext>[] | undefined;
  /** Receives the log lines of at least `LOG_LEVEL`. @default JSON lines on standard output */
  readonly logger?: LandfallLogger | undefined;
  /** Variables for `${env:NAME}` in partner files and the access file. @default `process.env` */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether the board at `/` and the other pages for browsers are served. @default true */
  readonly pages?: boolean | undefined;
}

/** A logger as of pino. Values of attributes that may be secret are replaced before. */
export interface LandfallLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Options for a Fastify of yours. */
export interface MountOptions extends LandfallOptions {
  /** Receives the routes beside yours. It is ready or listens only after `startLandfall`, which you await. */
  readonly fastify: MountableFastify;
  /** Address on which you listen: without an access file, only loopback addresses are accepted. `PORT` is not used. */
  readonly HOST: string;
}

/** The parts of a Fastify 5 that are declared here, so that its types need not be installed. */
export interface MountableFastify {
  readonly server: object;
  readonly register: (...parameters: never[]) => unknown;
  readonly close: (...parameters: never[]) => unknown;
}

/** An open Landfall. */
export interface Landfall extends AsyncDisposable {
  /** Finishes the requests in progress, then closes everything, also a Fastify of yours. */
  close(): Promise<void>;
}

/** A Landfall that listens on a port of its own. */
export interface ListeningLandfall extends Landfall {
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
}

/**
 * Registers Landfall on a Fastify of yours. You listen; closing the Fastify closes Landfall too.
 *
 * @throws an error whose `code` is `CONFIG_INVALID` and whose message lists all issues; nothing stays open
 */
export function startLandfall(options: MountOptions): Promise<Landfall>;
/**
 * Starts Landfall on `HOST` and `PORT`: everything in this process or, if the settings name subgraphs, a gateway.
 *
 * @throws an error whose `code` is `CONFIG_INVALID` and whose message lists all issues; nothing stays open
 */
export function startLandfall(options?: LandfallOptions & { readonly fastify?: undefined }): Promise<ListeningLandfall>;
export async function startLandfall(options: LandfallOptions | MountOptions = {}): Promise<Landfall> {
  const { plugins, logger: target, env, pages, fastify, ...settings } = { fastify: undefined, ...options };
  const config = configOf(settings);
  // Without an access file, the address decides whether Landfall may start.
  if (fastify !== undefined && !config.given.has('HOST'))
    throw new LandfallError('CONFIG_INVALID', 'HOST: not set. It is the address on which the program listens.');
  const { LOG_LEVEL } = config;
  const logger = target === undefined ? createLogger(LOG_LEVEL) : createForwardingLogger(target, LOG_LEVEL);
  const what = areSubgraphsApart(config) ? 'gateway' : 'all';
  const mounted = await mount(what, config, logger, { plugins, env, pages, fastify: fastify as FastifyInstance | undefined });
  const fieldErrors = logFieldErrors(logger);
  mounted.app.addHook('onClose', async () => fieldErrors[Symbol.dispose]());
  const close = async () => mounted[Symbol.asyncDispose]();
  if (fastify === undefined) {
    const { port, url } = await listening(mounted, config);
    const listens: ListeningLandfall = { port, url, close, [Symbol.asyncDispose]: close };
    return listens;
  }
  logger.info(mounted.loaded, 'mounted');
  return { close, [Symbol.asyncDispose]: close };
}
