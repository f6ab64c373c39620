import { seenVersion } from '../src/http/versions.ts';

test.each([
  [undefined, null],
  ['', null],
  ['*', null],
  ['3', 3],
  ['"3"', 3],
  ['W/"12"', 12],
  [' "0" ', 0],
])('when If-Match is %j, then the version seen is %j', (header, version) => {
  expect(seenVersion(header)).toBe(version);
});

test.each(['x', '"x"', '-1', '1.5', '"1", "2"', '9'.repeat(10), '1e3'])(
  'when If-Match is %j, then 400',
  (header) => {
    expect(() => seenVersion(header)).toThrow('If-Match tidak valid.');
  },
);
