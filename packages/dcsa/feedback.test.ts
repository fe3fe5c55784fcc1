import { describe, expect, it } from 'vitest';
import { apiVersionHeader, checkApiVersion, feedback, readFeedback, readListParameter } from './feedback.ts';

describe('checkApiVersion', () => {
  it.each([undefined, '1', '1.0', '1.0.0', '1.0.1', '1.0.1-beta.2', '1-rc', ' 1.0.1 ', '1.0.2', '1.1', '1.1.0-beta', '1.27.3'])(
    'accepts %s for 1.0.1, including later versions with the same major version',
    (header) => {
      expect(checkApiVersion(header, '1.0.1')).toBeUndefined();
    },
  );

  it.each(['2', '2.0.0', '0.9', '10.0.1', '', 'one', '1.', '1.x', '1.0.1.4', '1, 1'])('rejects %j and names what is accepted', (header) => {
    expect(checkApiVersion(header, '1.0.1')).toBe(
      `API-Version: expected one of 1, 1.x and 1.x.y, such as 1.0.1, got ${JSON.stringify(header)}.`,
    );
  });

  it('rejects a repeated header and does not echo a long one completely', () => {
    expect(checkApiVersion(['1', '1'], '1.0.1')).toContain('got "1,1"');
    expect(checkApiVersion('x'.repeat(500), '1.0.1')?.length).toBeLessThan(200);
  });
});

it('writes API-Version in the style that a partner requires', () => {
  expect(apiVersionHeader('1.0.1', 'full')).toBe('1.0.1');
  expect(apiVersionHeader('1.0.1', 'major')).toBe('1');
  expect(apiVersionHeader('1.0.1', 'none')).toBeUndefined();
});

describe('feedback', () => {
  it('cuts by code points, so that no character is split', () => {
    const { message, propertyPath } = feedback('WARN', '🚢'.repeat(5_001), `$.${'a'.repeat(2_000)}`);
    expect([...message]).toHaveLength(5_000);
    expect(message.isWellFormed()).toBe(true);
    expect([...(propertyPath ?? '')]).toHaveLength(1_000);
  });

  it('omits a path that is not given', () => {
    expect(feedback('INFO', 'Lowered.')).toEqual({ severity: 'INFO', message: 'Lowered.' });
  });
});

it('reads the feedback of others without trusting it', () => {
  expect(
    readFeedback([
      { severity: 'ERROR', message: 'No.', propertyPath: '$.a' },
      { severity: 'FATAL', message: 'Odd.', propertyPath: 7 },
      { message: 'Bare.' },
      { severity: 'INFO' },
      null,
      'text',
    ]),
  ).toEqual([
    { severity: 'ERROR', message: 'No.', propertyPath: '$.a' },
    { severity: 'WARN', message: 'Odd.' },
    { severity: 'WARN', message: 'Bare.' },
  ]);
  expect(readFeedback({ message: 'not a list' })).toEqual([]);
});

describe('readListParameter', () => {
  const read = (query: string) => readListParameter(new URLSearchParams(query), 'p');

  it.each(['p=a,b', 'p=a%2Cb', 'p=a&p=b', 'p=a,%20b,,&p=b&p='])('reads %s as a and b', (query) => {
    expect(read(query)).toEqual(['a', 'b']);
  });

  it('distinguishes an absent parameter from an empty one', () => {
    expect(read('q=1')).toBeUndefined();
    expect(read('p=')).toEqual([]);
    expect(read('p=,%20,')).toEqual([]);
  });
});
