import { throughLine } from '../src/testing/login-line.ts';

describe('a script that logs in', () => {
  interface Reply {
    status: number;
    body: object;
  }
  const portal = (...replies: Reply[]) => {
    const tickets: unknown[] = [];
    const enter = async (ticket?: unknown): Promise<Reply> => {
      tickets.push(ticket);
      return replies[tickets.length - 1] ?? { status: 500, body: {} };
    };
    return { tickets, enter };
  };
  const inLine = (ticket: string) => ({ status: 202, body: { ticket, place: 1, seconds: 0 } });

  test('comes again with its ticket until it is its turn', async () => {
    const { enter, tickets } = portal(inLine('a'), inLine('a'), { status: 200, body: { id: 1 } });
    expect(await throughLine(enter, (one) => one)).toEqual({ status: 200, body: { id: 1 } });
    expect(tickets).toEqual([undefined, 'a', 'a']);
  });

  test.each([
    ['a second factor is next', { status: 202, body: { token: 'x' } }],
    ['the password is wrong', { status: 401, body: {} }],
  ])('stops where %s', async (_what, reply) => {
    const { enter, tickets } = portal(reply);
    expect(await throughLine(enter, (one) => one)).toEqual(reply);
    expect(tickets).toHaveLength(1);
  });
});
