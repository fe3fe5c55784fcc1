import { isDay } from '@landfall/dcsa/instant.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import {
  code,
  dateTime,
  filledList,
  int32,
  list,
  type ObjectSchema,
  object,
  string,
  type ValueSchema,
} from '#platform/wire/json-schema.ts';
import { arrivalNotice, arrivalNoticeNotification } from '../../subgraphs/arrival-notices/wire/arrival-notice-1-0-1.ts';
import { pointToPoint, portSchedule, serviceSchedule } from '../../subgraphs/commercial-schedules/wire/commercial-schedules-1-0-4.ts';
import { event } from '../../subgraphs/port-calls/wire/port-call-2-0-0.ts';

/** Returns all object types that a schema uses, by the standard's names. */
export function typesIn(schema: ValueSchema, types = new Map<string, ObjectSchema>()): Map<string, ObjectSchema> {
  if (schema.type === 'array') return typesIn(schema.items, types);
  if (schema.type !== 'object' || types.has(schema.title)) return types;
  types.set(schema.title, schema);
  for (const attribute of Object.values(schema.properties)) typesIn(attribute, types);
  return types;
}

/** Adds `Type.attribute` for each attribute of the standard that a document uses. */
export function collectAttributes({ schema, value }: { schema: ValueSchema; value: unknown }, met: Set<string>): void {
  if (schema.type === 'array' && Array.isArray(value))
    for (const element of value) collectAttributes({ schema: schema.items, value: element }, met);
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const attribute = schema.properties[name];
    if (attribute === undefined) continue;
    met.add(`${schema.title}.${name}`);
    collectAttributes({ schema: attribute, value: inner }, met);
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
  GetArrivalNoticesResponse: object('GetArrivalNoticesResponse', { arrivalNotices: list(arrivalNotice), feedbackElements }),
  GetArrivalNoticesError: object('GetArrivalNoticesError', { feedbackElements }),
  PostArrivalNoticesRequest: object('PostArrivalNoticesRequest', { arrivalNotices: list(arrivalNotice) }),
  PostArrivalNoticeNotificationsRequest: object('PostArrivalNoticeNotificationsRequest', {
    arrivalNoticeNotifications: list(arrivalNoticeNotification),
  }),
  GetEventsResponse: object('GetEventsResponse', { events: list(event), feedbackElements }),
  GetEventsError: object('GetEventsError', { feedbackElements }),
  PostEventsRequest: object('PostEventsRequest', { events: list(event) }),
  'point-to-point-routes': list(pointToPoint),
  'port-schedules': list(portSchedule),
  'vessel-schedules': list(serviceSchedule),
  ErrorResponse: errorResponse,
} satisfies Readonly<Record<string, ValueSchema>>;

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
  const schema = publishedBodies[name];
  const versions: Readonly<Record<string, ValueSchema>> = name.includes('Notice')
    ? { '1.0.1': schema, '1.0.0': before101(schema) }
    : { newest: schema };
  const compiled = Object.entries(versions).map(([version, each]) => [version, ajv.compile(each)] as const);
  validators.set(name, compiled);
  return compiled;
}

/** The attributes that Arrival Notice 1.0.1 added, by type. */
const additions: Readonly<Record<string, readonly string[]>> = {
  ArrivalNotice: ['placeOfBLIssue'],
  Facility: ['facilityName'],
  Address: ['addressLines'],
  Seal: ['type', 'placement'],
};

/** Returns a schema as it was in 1.0.0, which accepted these attributes as unknown ones. */
function before101(schema: ValueSchema): ValueSchema {
  if (schema.type === 'array') return { ...schema, items: before101(schema.items) };
  if (schema.type !== 'object') return schema;
  const added = additions[schema.title] ?? [];
  const properties = Object.entries(schema.properties).filter(([name]) => !added.includes(name));
  return { ...schema, properties: Object.fromEntries(properties.map(([name, attribute]) => [name, before101(attribute)])) };
}
