import { assertFresh } from '../src/http/fresh.ts';

describe('the fresh proof', () => {
  const now = 1_800_000_000_000;

  test.each([
    [0, true],
    [899, true],
    [900, false],
    [5 * 3600, false],
    // The gateway's clock is a little ahead, and hours ahead.
    [-30, true],
    [-61, false],
    [-5 * 3600, false],
  ])('when the last proof is %i seconds old, then it counts: %s', (age, counts) => {
    const check = () => assertFresh({ fresh: now / 1000 - age }, now);
    if (counts) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ statusCode: 403, code: 'fresh_proof_required' }));
  });

  test('when the identity names no proof, then none counts', () => {
    expect(() => assertFresh({}, now)).toThrow(expect.objectContaining({ code: 'fresh_proof_required' }));
  });
});
