import { logout } from '@gerbang/contracts/accounts';
import { familyDashboard } from '@gerbang/contracts/dashboard';
import { listUsers } from '@gerbang/contracts/users';
import { call, callPage } from '../src/api/client.ts';
import { forgetAnswers } from '../src/api/kept-answers.ts';
import { createQueryClient } from '../src/api/query-client.ts';
import { clearSession, forgetReads } from '../src/session/session.ts';
import { answerWith } from './answers.ts';

const tagged = (tag: string, text: string, cache = 'no-store') => ({
  text,
  headers: { etag: tag, 'cache-control': cache },
});
const unchanged = { status: 304 };
const askedFor = (asked: ReturnType<typeof answerWith>) =>
  asked.map(({ init }) => new Headers(init.headers).get('if-none-match'));
const read = () => call(familyDashboard, {});

describe('answers that the tab keeps in memory', () => {
  beforeEach(forgetAnswers);

  test('when an answer is unchanged, then its tag goes along and the kept body is returned; a new one takes its place', async () => {
    const asked = answerWith(tagged('"a"', '{"a":1}'), unchanged, tagged('"b"', '{"b":1}'), unchanged);
    expect([await read(), await read(), await read(), await read()]).toEqual([
      { a: 1 },
      { a: 1 },
      { b: 1 },
      { b: 1 },
    ]);
    expect(askedFor(asked)).toEqual([null, '"a"', '"a"', '"b"']);
  });

  test('when a list is unchanged, then its count is the kept one, and another query has no tag', async () => {
    const first = tagged('"a"', '[]');
    const asked = answerWith(
      { ...first, headers: { ...first.headers, 'x-total-count': '7' } },
      unchanged,
      tagged('"c"', '[]'),
    );
    expect((await callPage(listUsers, {})).total).toBe(7);
    expect((await callPage(listUsers, {})).total).toBe(7);
    await callPage(listUsers, { query: { search: 'budi' } });
    expect(askedFor(asked)).toEqual([null, '"a"', null]);
  });

  test('when the browser keeps an answer itself, or it has no tag, then none is kept here', async () => {
    const asked = answerWith(tagged('"a"', '{}', 'private, no-cache'), { text: '{}' }, { text: '{}' });
    await read();
    await read();
    await read();
    expect(askedFor(asked)).toEqual([null, null, null]);
  });

  test('when a write goes out, then it carries no tag', async () => {
    const asked = answerWith(tagged('"a"', '{}'), { status: 204 });
    await read();
    await call(logout, {});
    expect(askedFor(asked)).toEqual([null, null]);
  });

  test.each([
    ['the session is cleared', clearSession],
    ['another account logs in', forgetReads],
  ])('when %s, then nothing is known any more, nor of a call that was under way', async (_what, end) => {
    const asked = answerWith(tagged('"a"', '{}'), tagged('"b"', '{}'), tagged('"c"', '{}'));
    await read();
    const late = read();
    end(createQueryClient(), 'left');
    await late;
    await read();
    expect(askedFor(asked)).toEqual([null, '"a"', null]);
  });

  test('when a call says that there is no session, then nothing is known any more', async () => {
    const asked = answerWith(tagged('"a"', '{}'), { status: 401, text: '' }, tagged('"b"', '{}'));
    await read();
    const client = createQueryClient();
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn: read })).rejects.toMatchObject({
      status: 401,
    });
    await read();
    expect(askedFor(asked)).toEqual([null, '"a"', null]);
  });
});
