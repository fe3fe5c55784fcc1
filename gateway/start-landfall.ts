import type { FastifyInstance } from 'fastify';
import { configOf } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createForwardingLogger, createLogger, logFieldErrors } from '#platform/logger.ts';
import type { startLandfall as declared, Landfall, LandfallOptions, ListeningLandfall, MountOptions } from './embedding.ts';
import { areSubgraphsApart, listening, mountGateway, mountSingleProcess } from './main.ts';

/** Starts Landfall inside another program. The module `landfall` of the published package; its types are in `embedding.ts`. */
export const startLandfall = open as typeof declared;

async function open({ plugins, logger: target, env, pages, ...rest }: LandfallOptions | MountOptions = {}): Promise<Landfall> {
  const { fastify, ...settings } = { fastify: undefined, ...rest };
  const config = configOf(settings);
  // Without an access file, the address decides whether Landfall may start.
  if (fastify !== undefined && !config.given.has('HOST'))
    throw new LandfallError('CONFIG_INVALID', 'HOST: not set. It is the address on which the program listens.');
  const { LOG_LEVEL } = config;
  const logger = target === undefined ? createLogger(LOG_LEVEL) : createForwardingLogger(target, LOG_LEVEL);
  const mount = areSubgraphsApart(config) ? mountGateway : mountSingleProcess;
  const mounted = await mount(config, logger, { plugins, env, pages, fastify: fastify as FastifyInstance | undefined });
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
