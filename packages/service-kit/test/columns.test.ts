import '@gerbang/domain/testing/runs';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createColumns } from '../src/data/columns.ts';
import { testKeyRing } from '../src/testing/identity.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 });
const placeParts = fc.tuple(text, text, text);

describe('sealed columns', () => {
  const old = testKeyRing('old');
  const fresh = testKeyRing('fresh');
  const indexKey = randomBytes(32);
  const columns = createColumns(old, indexKey);

  test('when any text is sealed at any place, then it opens there in the promised form and is not to be read', () => {
    fc.assert(
      fc.property(placeParts, text, (place, value) => {
        const sealed = columns.seal(...place, value);
        expect(sealed).toMatch(/^v1\.old\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/u);
        expect(columns.open(...place, sealed)).toBe(value);
      }),
    );
    expect(columns.seal('children', 'nik', '1', '3173011234567890')).not.toContain('3173011234567890');
  });

  test('when a sealed value is moved to any other table, column or row, then it does not open', () => {
    fc.assert(
      fc.property(placeParts, placeParts, text, (place, other, value) => {
        fc.pre(place.some((part, at) => part !== other[at]));
        const sealed = columns.seal(...place, value);
        expect(() => columns.open(...other, sealed)).toThrow('authenticate');
      }),
    );
  });

  type Place = readonly [string, string, string];
  test.each<readonly [Place, Place]>([
    [
      ['children', 'nik', 'a'],
      ['children', 'nik', 'b'],
    ],
    [
      ['children', 'nik', 'a'],
      ['children', 'kk_number', 'a'],
    ],
    [
      ['children', 'nik', 'a'],
      ['parents', 'nik', 'a'],
    ],
    [
      ['a', 'b:c', 'd'],
      ['a:b', 'c', 'd'],
    ],
    [
      ['a', 'b","c', 'd'],
      ['a', 'b', 'c","d'],
    ],
  ])('when %j is copied to %j, then it does not open', (place, other) => {
    expect(() => columns.open(...other, columns.seal(...place, 'x'))).toThrow('authenticate');
  });

  test('when any one bit of vector, text or tag is turned, then it does not open', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(2, 3, 4), fc.nat(), (value, part, bit) => {
        const parts = columns.seal('t', 'c', 'r', value).split('.');
        const bytes = Buffer.from(parts[part] ?? '', 'base64url');
        const at = bit % (bytes.length * 8);
        bytes.writeUInt8(bytes.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
        const tampered = parts.with(part, bytes.toString('base64url')).join('.');
        expect(() => columns.open('t', 'c', 'r', tampered)).toThrow('authenticate');
      }),
    );
  });

  test('when the tag is cut short, then it does not open, even if the rest fits', () => {
    const parts = columns.seal('t', 'c', 'r', 'x').split('.');
    for (const bytes of [0, 4, 12, 15]) {
      const tag = Buffer.from(parts[4] ?? '', 'base64url').subarray(0, bytes);
      expect(() => columns.open('t', 'c', 'r', parts.with(4, tag.toString('base64url')).join('.'))).toThrow(
        /tag/iu,
      );
    }
    for (const broken of ['', 'x', 'v2.old.a.b.c', 'v1.nobody.a.b.c', `${parts.join('.')}.x`]) {
      expect(() => columns.open('t', 'c', 'r', broken)).toThrow('unknown key or version');
    }
  });

  test('when keys are rotated, then both open, new values use the first key, and old ones are found', () => {
    const before = columns.seal('t', 'c', 'r', 'x');
    const rotated = createColumns([...fresh, ...old], indexKey);
    const after = rotated.seal('t', 'c', 'r', 'x');
    expect([before, after].map((sealed) => rotated.open('t', 'c', 'r', sealed))).toEqual(['x', 'x']);
    expect([before, after].map((sealed) => rotated.needsRotation(sealed))).toEqual([true, false]);
    expect(columns.needsRotation(before)).toBe(false);
    const onlyFresh = createColumns(fresh, indexKey);
    expect(onlyFresh.open('t', 'c', 'r', after)).toBe('x');
    expect(() => onlyFresh.open('t', 'c', 'r', before)).toThrow('unknown key');
    // The index stays, so that what was stored before is still found.
    expect(rotated.blindIndex('nik', '1')).toBe(columns.blindIndex('nik', '1'));
  });

  test('when two blind indexes are compared, then they are equal exactly for the same value of the same column', () => {
    fc.assert(
      fc.property(fc.tuple(text, text), fc.tuple(text, text), (one, other) => {
        const same = one[0] === other[0] && one[1] === other[1];
        expect(columns.blindIndex(...one) === columns.blindIndex(...other)).toBe(same);
        expect(columns.blindIndex(...one)).toMatch(/^[\w-]{43}$/u);
      }),
    );
    expect(columns.blindIndex('nik', '1')).not.toBe(
      createColumns(old, randomBytes(32)).blindIndex('nik', '1'),
    );
    expect(() => createColumns(old, randomBytes(16))).toThrow('32 bytes');
  });
});
