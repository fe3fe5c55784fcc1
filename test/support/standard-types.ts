import { isDay } from '@landfall/dcsa/instant.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import { code, dateTime, filledList, int32, list, type ObjectShape, object, type Shape, string } from '#platform/wire/shapes.ts';
import { shapes } from '../../subgraphs/arrival-notices/wire/parse.ts';
import { shapes as scheduleShapes } from '../../subgraphs/commercial-schedules/wire/parse.ts';
import { eventShape } from '../../subgraphs/port-calls/wire/parse.ts';
import { before101, jsonSchemaOf } from './json-schema.ts';

/** Returns all object types that a shape uses, by the standard's names. */
export function typesIn(shape: Shape, types = new Map<string, ObjectShape>()): Map<string, ObjectShape> {
  if (shape.kind === 'list') return typesIn(shape.elements, types);
  if (shape.kind !== 'object' || types.has(shape.title)) return types;
  types.set(shape.title, shape);
  for (const attribute of shape.attributes.values()) typesIn(attribute, types);
  return types;
}

/** Adds `Type.attribute` for each attribute of the standard that a document uses. */
export function collectAttributes({ shape, value }: { shape: Shape; value: unknown }, met: Set<string>): void {
  if (shape.kind === 'list' && Array.isArray(value))
    for (const element of value) collectAttributes({ shape: shape.elements, value: element }, met);
  if (shape.kind !== 'object' || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const attribute = shape.attributes.get(name);
    if (attribute === undefined) continue;
    met.add(`${shape.title}.${name}`);
    collectAttributes({ shape: attribute, value: inner }, met);
  }
}

/** The standard's element of feedback. Landfall writes its own, and reads those of partners leniently. */
export const feedbackElement = object('FeedbackElement', { severity: string(50), message: string(5000), propertyPath: string(1000) });

const feedbackElements = list(feedbackElement);

const errorResponse = object(
  'ErrorResponse',
  {
    httpMethod: code('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTION', 'PATCH'),
    requestUri: string(),
    statusCode: int32,
    statusCodeText: string(50),
    statusCodeMessage: string(200),
    providerCorrelationReference: string(100),
    errorDateTime: dateTime(),
    errors: filledList(
      object(
        'DetailedError',
        {
          errorCode: int32,
          property: string(100),
          value: string(500),
          jsonPath: string(500),
          errorCodeText: string(100),
          errorCodeMessage: string(5000),
        },
        ['errorCodeText', 'errorCodeMessage'],
      ),
    ),
  },
  ['httpMethod', 'requestUri', 'statusCode', 'statusCodeText', 'errorDateTime', 'errors'],
);

/**
 * The types that a Publisher, a Producer and an Event Publisher write. The top-level lists of schedules have no name in
 * the standard.
 */
const publishedBodies = {
  GetArrivalNoticesResponse: object('GetArrivalNoticesResponse', { arrivalNotices: list(shapes.arrivalNotice), feedbackElements }),
  GetArrivalNoticesError: object('GetArrivalNoticesError', { feedbackElements }),
  PostArrivalNoticesRequest: object('PostArrivalNoticesRequest', { arrivalNotices: list(shapes.arrivalNotice) }),
  PostArrivalNoticeNotificationsRequest: object('PostArrivalNoticeNotificationsRequest', {
    arrivalNoticeNotifications: list(shapes.notification),
  }),
  GetEventsResponse: object('GetEventsResponse', { events: list(eventShape), feedbackElements }),
  GetEventsError: object('GetEventsError', { feedbackElements }),
  PostEventsRequest: object('PostEventsRequest', { events: list(eventShape) }),
  'point-to-point-routes': list(scheduleShapes['point-to-point-routes']),
  'port-schedules': list(scheduleShapes['port-schedules']),
  'vessel-schedules': list(scheduleShapes['vessel-schedules']),
  ErrorResponse: errorResponse,
} satisfies Readonly<Record<string, Shape>>;

export type PublishedBody = keyof typeof publishedBodies;

/**
 * Lists where a body deviates from its type: types without coercion, lengths in code points, formats of times, required
 * attributes. Unknown attributes and codes are accepted. Bodies of Arrival Notice are checked against 1.0.1 and 1.0.0.
 */
export function contractViolations(name: PublishedBody, body: unknown): string[] {
  return validatorsOf(name).flatMap(([version, validate]) =>
    validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${version}: ${instancePath} ${message}`),
  );
}

/** Implemented independently of the program, which they check. */
const formats = {
  date: (text: string) => isDay(text),
  'date-time': (text: string) => dateTimeForm.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text.toUpperCase())),
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};
const dateTimeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const validators = new Map<PublishedBody, readonly (readonly [version: string, validate: ValidateFunction])[]>();

/** Created on demand, because some take a tenth of a second. */
function validatorsOf(name: PublishedBody) {
  const made = validators.get(name);
  if (made !== undefined) return made;
  const ajv = new Ajv({ formats, allErrors: true });
  const shape = publishedBodies[name];
  const versions: Readonly<Record<string, Shape>> = name.includes('Notice')
    ? { '1.0.1': shape, '1.0.0': before101(shape) }
    : { newest: shape };
  const compiled = Object.entries(versions).map(([version, each]) => [version, ajv.compile(jsonSchemaOf(each))] as const);
  validators.set(name, compiled);
  return compiled;
}
