import type { Settings } from '#platform/config.ts';
import type { ApolloServerPlugin } from './apollo.ts';

// The types of the package `landfall`, from which its declarations are built.

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
export declare function startLandfall(options: MountOptions): Promise<Landfall>;
/**
 * Starts Landfall on `HOST` and `PORT`: everything in this process or, if the settings name subgraphs, a gateway.
 *
 * @throws an error whose `code` is `CONFIG_INVALID` and whose message lists all issues; nothing stays open
 */
export declare function startLandfall(options?: LandfallOptions & { readonly fastify?: undefined }): Promise<ListeningLandfall>;
