import { type Entry, outcomeOf } from '../calls.ts';
import { judgeLast, judgeOne } from '../records.ts';

const entry = (status: number | null, more: Partial<Entry> = {}): Entry => ({
  kind: 'child',
  tag: 'one',
  values: { value: 'a' },
  method: 'POST',
  path: '/',
  status,
  code: null,
  id: status !== null && status < 300 ? 'id-1' : null,
  at: 1,
  ms: 1,
  ...more,
});
const found = (value = 'a', id = 'id-1') => ({ tag: 'one', id, held: { value } });

describe('the judge', () => {
  test('when a status is read, then a twin in flight and every 5xx are open', () => {
    expect([201, 404, 503, null].map((status) => outcomeOf({ status, code: null }))).toEqual([
      'done',
      'refused',
      'open',
      'open',
    ]);
    expect(outcomeOf({ status: 409, code: 'in_flight' })).toBe('open');
  });

  test.each([
    ['a 2xx has its record with its values', [entry(201)], [found()], null],
    ['a 2xx is lost', [entry(201)], [], 'returned 2xx and is missing'],
    [
      'a 2xx holds something else',
      [entry(201)],
      [found('b')],
      'holds {"value":"b"} instead of {"value":"a"}',
    ],
    ['a 2xx has two records', [entry(201)], [found(), found('a', 'id-2')], 'there are 2'],
    ['a 4xx has a record', [entry(422)], [found()], 'returned 4xx and exists'],
    ['a 4xx has none', [entry(422)], [], null],
    ['an unknown outcome has a record', [entry(null)], [found()], null],
    ['an unknown outcome has none', [entry(503)], [], null],
    [
      'an unknown outcome has a wrong record',
      [entry(503)],
      [found('b')],
      'holds {"value":"b"} instead of {"value":"a"}',
    ],
    [
      'the record has another id',
      [entry(201)],
      [found('a', 'id-2')],
      'exists under another id than returned',
    ],
    ['two calls returned 2xx', [entry(200), entry(200)], [found()], 'returned 2xx 2 times'],
  ])('when %s, then the verdict says so', (_what, calls, rows, verdict) => {
    expect(judgeOne({ returnsId: true, once: true }, calls, rows)).toBe(verdict);
  });

  test('when a value is overwritten, then that of the last 2xx counts, or of a later unknown outcome', () => {
    const calls = [
      entry(200, { at: 1, values: { value: 'a' } }),
      entry(null, { at: 3, values: { value: 'c' } }),
      entry(200, { at: 2, values: { value: 'b' } }),
    ];
    expect(judgeLast(calls, [found('b')])).toBeNull();
    expect(judgeLast(calls, [found('c')])).toBeNull();
    expect(judgeLast(calls, [found('a')])).toBe('holds a instead of b');
    expect(judgeLast([entry(400)], [found('before')])).toBeNull();
  });
});
