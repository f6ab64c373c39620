import '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  mayMovePayment,
  nextPayments,
  PAYMENT_MACHINE,
  PAYMENT_LABELS,
  PAYMENT_STATUSES,
  PAYMENT_CAUSES,
} from '../src/registration-payments.ts';
import { isFrozen, mayDeleteChild, mayDeleteRegistration } from '../src/registrations.ts';
import { isLiveStage } from '../src/live-stages.ts';
import {
  hasResult,
  nextStages,
  SELECTABLE_STAGES,
  STAGE_MACHINE,
  STAGE_LABELS,
  STAGES,
} from '../src/registration-stages.ts';

describe('the stage machine', () => {
  test.each([
    ['registered', ['registered'], ['registered', 'obs_scheduled']],
    ['obs_scheduled', ['registered'], ['registered', 'obs_scheduled', 'obs_attended', 'obs_not_attended']],
    ['obs_attended', [], ['obs_attended', 'waiting_announcement']],
    ['obs_not_attended', [], ['obs_scheduled', 'obs_not_attended']],
    ['waiting_announcement', [], ['waiting_announcement']],
    ['obs_done', [], []],
    ['waitlisted', [], []],
    ['passed', [], []],
    ['failed', [], []],
    ['released', [], []],
    ['withdrawn', [], []],
    ['reenroll_required', [], []],
  ] as const)(
    'when the stage is %s, then staff may choose %j unpaid and %j verified',
    (from, unpaid, verified) => {
      expect(nextStages(from, false)).toEqual(unpaid);
      expect(nextStages(from, true)).toEqual(verified);
    },
  );

  test('when stages are listed, then each has a row above, a label, and results come from a publication, its correction or seats', () => {
    expect(Object.keys(STAGE_LABELS)).toEqual([...STAGES]);
    const leaving = STAGE_MACHINE.edges.filter((edge) => edge.to === 'withdrawn');
    const results = STAGE_MACHINE.edges.filter((edge) => hasResult(edge.to) && edge.to !== 'withdrawn');
    for (const by of ['parent', 'staff']) {
      expect(leaving.filter((edge) => edge.by === by).map(({ from }) => from)).toEqual(
        STAGES.filter((stage) => stage !== 'failed' && stage !== 'withdrawn'),
      );
    }
    expect(results.map(({ from, to, by }) => [from, to, by])).toEqual([
      ['waiting_announcement', 'passed', 'publication'],
      ['waiting_announcement', 'failed', 'publication'],
      ['waiting_announcement', 'waitlisted', 'publication'],
      ['waitlisted', 'passed', 'seats'],
      ['waitlisted', 'released', 'seats'],
      ['waitlisted', 'failed', 'seats'],
      ['passed', 'released', 'seats'],
      ['passed', 'failed', 'correction'],
      ['passed', 'waitlisted', 'correction'],
      ['failed', 'passed', 'correction'],
      ['failed', 'waitlisted', 'correction'],
      ['waitlisted', 'failed', 'correction'],
    ]);
    // What was verified may be owed again after the result: then a child gets no seat, but may lose one.
    expect(results.filter((edge) => !('when' in edge)).map(({ from, to }) => [from, to])).toEqual([
      ['waitlisted', 'released'],
      ['waitlisted', 'failed'],
      ['passed', 'released'],
    ]);
    for (const edge of STAGE_MACHINE.edges.filter((one) => one.by === 'staff' && one.to !== 'withdrawn')) {
      expect(SELECTABLE_STAGES).toContain(edge.to);
    }
    expect(STAGES.filter((stage) => !isLiveStage(stage))).toEqual(['failed', 'released', 'withdrawn']);
  });

  test('when staff walk anywhere unverified, then they never get past registered', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), (choices) => {
        let at: (typeof STAGES)[number] = 'registered';
        for (const choice of choices) {
          const next = nextStages(at, false);
          at = next[choice % next.length] ?? at;
        }
        expect(at).toBe('registered');
      }),
    );
  });
});

describe('the payment machine', () => {
  test.each([
    ['pending', 'parent', ['paid']],
    ['paid', 'parent', ['pending', 'paid']],
    ['verified', 'parent', []],
    ['rejected', 'parent', ['pending', 'paid']],
    ['pending', 'on_behalf', ['paid']],
    ['paid', 'on_behalf', ['paid']],
    ['verified', 'on_behalf', []],
    ['rejected', 'on_behalf', ['paid']],
    ['pending', 'verification', []],
    ['paid', 'verification', ['verified', 'rejected']],
    ['verified', 'verification', ['paid', 'verified', 'rejected']],
    ['rejected', 'verification', ['paid', 'verified', 'rejected']],
    ['pending', 'bank', ['verified']],
    ['paid', 'bank', ['verified']],
    ['verified', 'bank', []],
    ['rejected', 'bank', ['verified']],
    ['pending', 'cash', ['verified']],
    ['paid', 'cash', ['verified']],
    ['verified', 'cash', []],
    ['rejected', 'cash', ['verified']],
  ] as const)('when the fee is %s and the cause is %s, then it can become %j', (from, cause, to) => {
    expect(nextPayments(from, cause)).toEqual(to);
  });

  test('when any change is asked for, then it is allowed exactly where the table has an edge', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAYMENT_STATUSES),
        fc.constantFrom(...PAYMENT_STATUSES),
        fc.constantFrom(...PAYMENT_CAUSES),
        (from, to, cause) => {
          const edges = PAYMENT_MACHINE.edges.filter(
            (one) => one.from === from && one.to === to && one.by === cause,
          );
          expect(edges.length).toBeLessThanOrEqual(1);
          expect(mayMovePayment(from, to, cause)).toBe(edges.length === 1);
          const decides = ['verification', 'bank', 'cash', 'import', 'waived'].includes(cause);
          expect(mayMovePayment(from, 'verified', cause) && !decides).toBe(false);
        },
      ),
    );
    expect(Object.keys(PAYMENT_LABELS)).toEqual([...PAYMENT_STATUSES]);
  });
});

const ALL = STAGES.flatMap((current_stage) =>
  PAYMENT_STATUSES.flatMap((payment_status) =>
    [false, true].map((locked) => ({ current_stage, payment_status, locked })),
  ),
);

describe('what a family may still do', () => {
  test.each(ALL)('when a registration is %j, then the rules of deletion and freezing hold', (state) => {
    const fresh = !state.locked && state.current_stage === 'registered';
    const unpaid = ['pending', 'rejected'].includes(state.payment_status);
    expect(mayDeleteRegistration(state)).toBe(fresh && unpaid);
    expect(mayDeleteChild([state])).toBe(fresh && unpaid);
    expect(isFrozen(state)).toBe(state.payment_status !== 'pending' || state.current_stage !== 'registered');
  });

  test('when a child has several registrations, then one that stays keeps the child; none lets it go', () => {
    expect(mayDeleteChild([])).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL), { maxLength: 5 }), (states) => {
        expect(mayDeleteChild(states)).toBe(states.every((state) => mayDeleteChild([state])));
      }),
    );
  });
});
