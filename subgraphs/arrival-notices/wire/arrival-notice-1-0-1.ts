import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf } from '#platform/wire/sdl-types.ts';

const names = {
  ArrivalNoticeVersion: 'ArrivalNotice',
  Visualization: 'EmbeddedDocument',
  visualization: 'arrivalNoticeVisualization',
};

/** Local times are those of the port of discharge. */
const typeOf = standardTypesOf(readSubgraphDocument('arrival-notices'), names, {
  ArrivalNoticeVersion: (type) => ({ ...type, ports: [['transport', 'portOfDischarge', 'UNLocationCode']] }),
  ArrivalNoticeNotification: (type) => ({ ...type, ports: [['portOfDischarge', 'UNLocationCode']] }),
});

/** The shape of a notice, Arrival Notice 1.0.1. Every valid notice of 1.0.0 is also valid in 1.0.1. */
export const arrivalNotice = typeOf('ArrivalNoticeVersion');

/** The shape of a notification, Arrival Notice 1.0.1. */
export const arrivalNoticeNotification = typeOf('ArrivalNoticeNotification');
