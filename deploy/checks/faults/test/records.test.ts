import type { Entry } from '../journal.ts';
import { outcomeOf } from '../journal.ts';
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
  test('when an answer is read, then a twin in flight and every 5xx are open', () => {
    expect([201, 404, 503, null].map((status) => outcomeOf({ status, code: null }))).toEqual([
      'done',
      'refused',
      'open',
      'open',
    ]);
    expect(outcomeOf({ status: 409, code: 'in_flight' })).toBe('open');
  });

  test.each([
    ['a 2xx is there with its values', [entry(201)], [found()], null],
    ['a 2xx is lost', [entry(201)], [], 'answered 2xx and not there'],
    [
      'a 2xx holds something else',
      [entry(201)],
      [found('b')],
      'holds {"value":"b"} instead of {"value":"a"}',
    ],
    ['a 2xx is there twice', [entry(201)], [found(), found('a', 'id-2')], 'there are 2'],
    ['a 4xx is there', [entry(422)], [found()], 'answered 4xx and there'],
    ['a 4xx is not there', [entry(422)], [], null],
    ['nobody knows and it is there', [entry(null)], [found()], null],
    ['nobody knows and it is not there', [entry(503)], [], null],
    [
      'nobody knows and half of it is there',
      [entry(503)],
      [found('b')],
      'holds {"value":"b"} instead of {"value":"a"}',
    ],
    [
      'it is there under another id',
      [entry(201)],
      [found('a', 'id-2')],
      'there under another id than answered',
    ],
    ['two were told that they did it', [entry(200), entry(200)], [found()], 'answered 2xx 2 times'],
  ])('P0 when %s, then it says so', (_what, calls, rows, verdict) => {
    expect(judgeOne({ idAnswered: true, once: true }, calls, rows)).toBe(verdict);
  });

  test('P0 when a value is written again and again, then the last 2xx counts, or what nobody knows after it', () => {
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
