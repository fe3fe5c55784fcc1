import { feedback } from '@landfall/dcsa/feedback.ts';
import type { Deviations } from './deviations.ts';
import type { SandboxResponse } from './server.ts';

/** Applies the deviations of a carrier to a response. */
export function spoil(answer: SandboxResponse, deviations: Deviations): SandboxResponse {
  const isRefused = answer.status !== 200;
  const body = isRefused ? answer.body : spoilBody(answer.body, deviations);
  const headers = Object.entries(answer.headers).filter(([name]) => !(deviations.noApiVersion && name === 'API-Version'));
  const spoilt = { ...answer, headers: Object.fromEntries(headers), body };
  return isRefused && deviations.htmlErrors ? inHtml(spoilt) : spoilt;
}

function spoilBody(body: unknown, deviations: Deviations): unknown {
  const changed = mapObjects(body, (object) => ({
    ...(deviations.numbersForTexts ? withNumbers(object) : object),
    ...(deviations.nulls ? nullsBeside(object) : {}),
    ...(deviations.unknownAttributes ? unknownBeside(object) : {}),
  }));
  // A response with schedules is an array, which cannot contain feedback.
  if (!deviations.extraFeedback || typeof changed !== 'object' || changed === null || Array.isArray(changed)) return changed;
  const { feedbackElements } = changed as { feedbackElements?: readonly object[] };
  return { ...changed, feedbackElements: [...(feedbackElements ?? []), maintenance] };
}

const maintenance = feedback('INFO', 'Planned maintenance on Sunday from 02:00 to 04:00 UTC.');

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes that are optional in addition to another one, by the standards. */
const optionalBeside: Readonly<Record<string, readonly string[]>> = {
  transportDocumentReference: ['carrierClauses', 'houseBillOfLadingReferences'],
  solutionNumber: ['solutionFootprint'],
  transportCallReference: ['cutOffTimes'],
  eventDateTime: ['delayReasonCode', 'changeRemark'],
  facilitySMDGCode: ['addressLines'],
};

function nullsBeside(object: Attributes): Attributes {
  const absent = Object.entries(optionalBeside).flatMap(([name, optional]) => (name in object ? optional : []));
  return Object.fromEntries(absent.filter((name) => !(name in object)).map((name) => [name, null]));
}

function unknownBeside(object: Attributes): Attributes {
  return Object.keys(optionalBeside).some((name) => name in object) ? { lastChangedBy: { desk: 'import', shift: 2 } } : {};
}

function withNumbers(object: Attributes): Attributes {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, isDigits(value) ? Number(value) : value]));
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value);
}

/** Changes every object in a JSON value, the inner ones first. */
function mapObjects(value: unknown, change: (object: Attributes) => Attributes): unknown {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, change)])));
}

function inHtml(answer: SandboxResponse): SandboxResponse {
  const text = answer.summary ?? 'We are sorry.';
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>Error ${answer.status}</title><h1>Error ${answer.status}</h1><p>${text.replaceAll('<', '&lt;')}</p>`,
  };
}
