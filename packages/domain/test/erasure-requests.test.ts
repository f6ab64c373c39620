import {
  ERASURE_MACHINE,
  ERASURE_LABELS,
  ERASURE_STATUSES,
  erasureDueAt,
  isErasureOpen,
  mayMoveErasure,
} from '../src/erasure-requests.ts';

const ACTORS = ['parent', 'staff', 'system'] as const;

describe('requests to erase', () => {
  test.each(ERASURE_STATUSES)(
    'when a case is %s, then it was reached by an edge, has a name, and its clock is known',
    (status) => {
      expect(ERASURE_MACHINE.edges.some(({ to }) => to === status)).toBe(true);
      expect(ERASURE_LABELS[status]).not.toBe('');
      expect(isErasureOpen(status)).toBe(status === 'received' || status === 'approved');
    },
  );

  test('when every actor tries every move, then exactly the four of the machine are allowed', () => {
    const moves = [null, ...ERASURE_STATUSES].flatMap((from) =>
      ERASURE_STATUSES.flatMap((to) =>
        ACTORS.filter((actor) => mayMoveErasure(from, to, actor)).map((actor) => `${from}>${to} ${actor}`),
      ),
    );
    expect(moves.sort()).toEqual([
      'approved>done system',
      'null>received parent',
      'received>approved staff',
      'received>refused staff',
    ]);
  });

  test('when a case comes in, then its time is over 72 hours later', () => {
    const due = erasureDueAt(new Date('2026-11-20T10:30:00Z'));
    expect(due.toISOString()).toBe('2026-11-23T10:30:00.000Z');
  });
});
