import { asksServices, type Habit, services } from '../habit.ts';

export const habit: Habit = {
  sees: 'it answers 403 with `Retry-After` if its quota is used up',
  answer: (_request, before) =>
    before.length === 0 ? { status: 403, headers: { 'Retry-After': '1' }, body: 'Over Quota' } : { body: services('S1') },
  // It is not waited for: the next query after the pause gets the rows.
  reported: [/-> 403/],
  asks: [asksServices([], { status: 'PARTNER_BUSY' })],
};
