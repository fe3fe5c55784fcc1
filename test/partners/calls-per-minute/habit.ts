import { expect } from 'vitest';
import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it permits so many requests a minute or a day',
  line: 'limits: { requestsPerMinute: 10, requestsPerDay: 6000 }',
  answer: (_request, before) => (before.length < 2 ? { body: services('S1') } : { status: 429 }),
  asks: [
    asksServices(['S1']),
    asksServices(['S1']),
    asksServices(['S1'], {
      status: 'PARTNER_BUSY',
      feedback: [
        { message: expect.stringContaining('the limits in its file are used up') },
        { message: expect.stringContaining('these rows are from its answer') },
      ],
    }),
  ],
};
