import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  DECLINE_REASON_LABELS,
  DECLINE_REASONS,
  mayMoveOffer,
  mostOffers,
  OFFER_EDGES,
  OFFER_LABELS,
  OFFER_MACHINE,
  OFFER_STATUSES,
  type OfferCause,
  type OfferStatus,
  RELEASE_CAUSE_LABELS,
  RELEASE_CAUSES,
} from '../src/offers.ts';
import { edgeFor } from '../src/transitions.ts';

const CAUSES = [...new Set(OFFER_EDGES.map(({ cause }) => cause))];

describe('the offer machine', () => {
  test.each([
    [null, { result: 'open', promotion: 'open', staff: 'open' }],
    ['open', { confirmation: 'accepted', deadline: 'releasing', family: 'releasing', staff: 'releasing' }],
    ['accepted', { declined_papers: 'open', staff: 'releasing' }],
    ['releasing', { billing_released: 'released', billing_kept: 'accepted' }],
    ['released', {}],
  ] as const)('when it is %s, then exactly %j lead on', (from, leads) => {
    for (const cause of CAUSES) {
      const to = edgeFor(OFFER_MACHINE, from, { action: cause })?.to;
      expect(to).toBe((leads as Partial<Record<OfferCause, OfferStatus>>)[cause]);
      expect(mayMoveOffer(from, cause)).toBe(to !== undefined);
    }
  });

  test('when causes come in any order, then a seat is taken once and given back at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CAUSES), { maxLength: 40 }), (causes) => {
        let at: OfferStatus | null = null;
        let taken = 0;
        for (const cause of causes) {
          const to: OfferStatus | undefined = edgeFor(OFFER_MACHINE, at, { action: cause })?.to;
          if (to === undefined) continue;
          if (at === null) taken += 1;
          if (to === 'released') taken -= 1;
          at = to;
        }
        expect(taken).toBe(at !== null && at !== 'released' ? 1 : 0);
      }),
      { numRuns: runs(500, { plain: 100 }) },
    );
  });

  test('when statuses, causes and reasons are listed, then each has a label', () => {
    expect(Object.keys(OFFER_LABELS)).toEqual([...OFFER_STATUSES]);
    expect(Object.keys(RELEASE_CAUSE_LABELS)).toEqual([...RELEASE_CAUSES]);
    expect(Object.keys(DECLINE_REASON_LABELS)).toEqual([...DECLINE_REASONS]);
  });

  test('when a school offers more places than seats, then at most three in ten more, rounded up', () => {
    expect([0, 1, 10, 20, 56, 2000].map(mostOffers)).toEqual([0, 2, 13, 26, 73, 2600]);
  });
});
