import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'its token server has a URL with a query, and spells its answer in its own way (`"expires_in": "3599"`, `BearerToken`, no JSON content type)',
  secrets: { SECRET: 'second' },
  answer: behindTokens({
    wants: ({ query }) => query.get('grant_type') === 'client_credentials',
    grants: (token) => ({
      headers: { 'content-type': 'text/html' },
      body: JSON.stringify({
        access_token: token,
        token_type: 'BearerToken',
        expires_in: '3599',
        issued_at: '1416157639014',
        status: 'approved',
      }),
    }),
  }),
  asks: [asksServices(['S1'])],
};
