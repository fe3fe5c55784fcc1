import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'its token server wants a scope, an audience, a resource or parameters of its own',
  line: 'oauth2: { ..., scope: "read", audience: api, resource: "urn:a", parameters: { tenant: acme } }',
  secrets: { SECRET: 'second' },
  answer: behindTokens({
    wants: (_request, form) =>
      `${form}` === 'scope=read+schedules&audience=api&tenant=acme&resource=urn%3Aa&resource=urn%3Ab&grant_type=client_credentials',
  }),
  asks: [asksServices(['S1'])],
};
