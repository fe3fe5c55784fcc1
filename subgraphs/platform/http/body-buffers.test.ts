import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createBodyBuffers } from './body-buffers.ts';

const [small, usual, large] = [1_000, 400_000, 2_000_000];

it('uses the memory of a body again once its response was sent, and not before', () => {
  const buffers = createBodyBuffers();
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  const [one, two] = [buffers.allocate(usual, first), buffers.allocate(usual, second)];
  expect(two.buffer).not.toBe(one.buffer);
  first.emit('finish');
  const three = buffers.allocate(usual - 1, new EventEmitter());
  expect([three.buffer === one.buffer, three.length]).toEqual([true, usual - 1]);
  expect(buffers.allocate(usual, new EventEmitter()).buffer).not.toBe(one.buffer);
});

it.each([small, large])('does not keep memory for a body of %i bytes', (length) => {
  const buffers = createBodyBuffers();
  const response = new EventEmitter();
  const body = buffers.allocate(length, response);
  expect([body.length, response.listenerCount('finish')]).toEqual([length, 0]);
});
