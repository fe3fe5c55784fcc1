import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { LandfallError } from '../errors.ts';
import { isPathEncoded } from '../http/http-server.ts';
import { type PublishRoute, type PublishRoutesOptions, registerPublishRoutes, sendRefusal } from '../publisher/get/routes.ts';
import { type PushRoute, type PushRoutesOptions, registerPushRoutes, sendPushError } from '../receiver/routes.ts';
import { capabilitiesPath, registerCapabilities } from './capabilities.ts';

/**
 * Creates the plugin with the endpoints for partners, to be registered under a prefix: the POST and GET endpoints of
 * the standards, some of them at the same path, and the capability profile. Unknown paths are answered with 404 and other
 * methods with 405, with the standard's error body.
 *
 * @param capabilities the capability profile of the deployment
 */
export function createDcsaPlugin(push: PushRoutesOptions, publish: PublishRoutesOptions, capabilities: object): FastifyPluginCallback {
  return (app, _pluginOptions, done) => {
    registerPushRoutes(app, push);
    registerPublishRoutes(app, publish);
    registerCapabilities(app, capabilities);

    const endpointAt = ({ url }: FastifyRequest): { pushed: PushRoute | undefined; published: PublishRoute | undefined } => {
      const path = pathBelow(app.prefix, url);
      return {
        pushed: push.routes.find((route) => route.path === path),
        published: publish.routes.find(({ profile }) => profile.path === path),
      };
    };
    /** Returns the route whose standard formats the error for a path without an endpoint. */
    const publishedNear = ({ url }: FastifyRequest): PublishRoute | undefined => {
      const segment = firstSegmentOf(pathBelow(app.prefix, url));
      const near = publish.routes.find(({ profile }) => firstSegmentOf(profile.path) === segment);
      return near ?? (push.routes.length === 0 ? publish.routes[0] : undefined);
    };
    const refuse = (error: unknown, { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply }) => {
      const { pushed, published } = endpointAt(request);
      // Two routes at the same path belong to the same standard.
      const route = published ?? (pushed === undefined ? publishedNear(request) : undefined);
      if (route !== undefined) return sendRefusal(error, { route, request, reply, version: route.profile.version });
      return sendPushError(error, { request, reply, version: (pushed ?? push.routes[0])?.newestVersion ?? '1' });
    };

    // Set before anything can fail, so that errors have these headers too.
    app.addHook('onRequest', (request, reply, next) => {
      const { pushed, published } = endpointAt(request);
      reply.headers((pushed ?? published)?.answerHeaders?.(request.headers) ?? {});
      next();
    });
    app.setErrorHandler((error, request, reply) => {
      // Fastify checks the media type first, whereas here the method and the credential are checked before it.
      if (isAboutMediaType(error)) return request.routeOptions.handler.call(app, request, reply);
      return refuse(error, { request, reply });
    });
    app.setNotFoundHandler((request, reply) => {
      const { pushed, published } = endpointAt(request);
      const isRead = published !== undefined || pathBelow(app.prefix, request.url) === capabilitiesPath;
      const allowed = [...(isRead ? ['GET'] : []), ...(pushed === undefined ? [] : ['POST'])];
      if (!isPathEncoded(request.originalUrl)) {
        return refuse(new LandfallError('PUBLISH_INVALID', 'The path is not percent-encoded UTF-8.'), { request, reply });
      }
      if (allowed.length === 0) return refuse(new LandfallError('ROUTE_UNKNOWN', 'The path does not exist.'), { request, reply });
      reply.header('Allow', allowed.join(', '));
      return refuse(new LandfallError('METHOD_NOT_ALLOWED', `${request.method} is not served here.`), { request, reply });
    });
    done();
  };
}

/** Returns whether Fastify rejected a request before its handler because of a malformed or absent `Content-Type`. */
function isAboutMediaType(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
}

function pathBelow(prefix: string, url: string): string {
  return url.replace(/\?.*/s, '').slice(prefix.length);
}

function firstSegmentOf(path: string): string | undefined {
  return path.split('/', 2)[1];
}
