/**
 * What plugins of Apollo Server need, from the copies of `@apollo/server` and `graphql` that Landfall runs, whatever
 * versions are installed beside it. The module `landfall/apollo` of the published package.
 */
// biome-ignore lint/performance/noBarrelFile: it is the door of the package to these copies.
export {
  type ApolloServerPlugin,
  type BaseContext,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  type GraphQLServerListener,
  HeaderMap,
} from '@apollo/server';
export { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
export { GraphQLError, Kind, print, visit } from 'graphql';
