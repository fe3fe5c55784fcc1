import { context, createContextKey, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { afterEach, expect, test } from 'vitest';
import { openOpenTelemetry } from './open-telemetry.ts';

const key = createContextKey('test');
const activeIn = () => context.with(ROOT_CONTEXT.setValue(key, 'host'), () => context.active().getValue(key));

afterEach(() => {
  context.disable();
  propagation.disable();
});

test('the context and the propagation of a program that embeds Landfall work on after Landfall has ended', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  await openOpenTelemetry('http://127.0.0.1:9/v1/traces', 'http/json', 'landfall')[Symbol.asyncDispose]();
  expect([activeIn(), propagation.fields()]).toEqual(['host', ['traceparent', 'tracestate']]);
});

test('nothing is left of what Landfall has set itself', async () => {
  const recording = openOpenTelemetry('http://127.0.0.1:9/v1/traces', 'http/json', 'landfall');
  expect([activeIn(), propagation.fields()]).toEqual(['host', ['traceparent', 'tracestate']]);
  await recording[Symbol.asyncDispose]();
  expect([activeIn(), propagation.fields()]).toEqual([undefined, []]);
});
