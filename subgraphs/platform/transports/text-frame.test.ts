import { expect, it } from 'vitest';
import { textFrameOf } from './websocket.ts';

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('a message of %i bytes follows the header of RFC 6455 for its length', (length, header) => {
  const text = 'x'.repeat(length);
  const frame = textFrameOf(Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3)));
  expect([frame.subarray(0, header.length / 2).toString('hex'), String(frame.subarray(header.length / 2))]).toEqual([header, text]);
});
