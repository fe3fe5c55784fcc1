import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf } from '#platform/wire/sdl-types.ts';

const typeOf = standardTypesOf(readSubgraphDocument('arrival-notices'), {
  ArrivalNoticeVersion: 'ArrivalNotice',
  Visualization: 'EmbeddedDocument',
  visualization: 'arrivalNoticeVisualization',
});

/** JSON Schema of a notice, Arrival Notice 1.0.1. Every valid notice of 1.0.0 is also valid in 1.0.1. */
export const arrivalNotice = typeOf('ArrivalNoticeVersion');

/** JSON Schema of a notification, Arrival Notice 1.0.1. */
export const arrivalNoticeNotification = typeOf('ArrivalNoticeNotification');
