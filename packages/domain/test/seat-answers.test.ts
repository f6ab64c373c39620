import { CONFIRMATION_STATUSES } from '../src/enrollment-confirmations.ts';
import { RELEASE_CAUSES } from '../src/offers.ts';
import { keptBecause } from '../src/seat-answers.ts';

describe('a seat that is to be released', () => {
  test.each(RELEASE_CAUSES)('when nothing is confirmed, then %s releases it', (cause) => {
    expect(keptBecause(cause, null)).toBeNull();
    expect(keptBecause(cause, { status: 'declined', paid: 0 })).toBeNull();
  });

  test.each(RELEASE_CAUSES)('when it is processed or paid, then %s never releases it', (cause) => {
    expect(keptBecause(cause, { status: 'processed', paid: 0 })).toBe('confirmed');
    expect(keptBecause(cause, { status: 'processed', paid: 1 })).toBe('paid');
    expect(keptBecause(cause, { status: 'completed', paid: 10 })).toBe('paid');
  });

  test('when a confirmation waits, then the deadline and the family keep the seat, and staff release it', () => {
    for (const status of ['pending', 'submitted'] as const) {
      expect(RELEASE_CAUSES.map((cause) => keptBecause(cause, { status, paid: 0 }))).toEqual(
        RELEASE_CAUSES.map((cause) => (cause === 'staff' ? null : 'confirmed')),
      );
    }
  });

  test('when any payment is verified, then every cause keeps it unless the confirmation was declined', () => {
    for (const cause of RELEASE_CAUSES)
      for (const status of CONFIRMATION_STATUSES.filter((one) => one !== 'declined'))
        expect(keptBecause(cause, { status, paid: 5 })).toBe('paid');
  });
});
