import { createSealer } from '../src/data/sealing.ts';
import { testKeyRing } from '../src/testing/identity.ts';

describe('sealing', () => {
  const old = testKeyRing('old');
  const fresh = testKeyRing('fresh');

  test('when keys are rotated, then what the old key sealed still opens and new values use the first key', () => {
    const before = createSealer(old).seal({ nik: '99' }, 'place');
    const rotated = createSealer([...fresh, ...old]);
    expect(rotated.open(before, 'place')).toEqual({ nik: '99' });
    expect(rotated.seal(1, 'place').split('.')[1]).toBe('fresh');
  });

  test('when the place, the text or the key differs, then it does not open', () => {
    const sealer = createSealer(old);
    const sealed = sealer.seal('secret', 'row 1');
    expect(() => sealer.open(sealed, 'row 2')).toThrow('authenticate');
    const parts = sealed.split('.');
    const changed = parts.with(3, `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`).join('.');
    expect(() => sealer.open(changed, 'row 1')).toThrow('authenticate');
    expect(() => createSealer(fresh).open(sealed, 'row 1')).toThrow('unknown key');
  });

  test('when the same value is sealed twice, then the texts differ', () => {
    const sealer = createSealer(old);
    expect(sealer.seal('x', 'p')).not.toBe(sealer.seal('x', 'p'));
  });
});
