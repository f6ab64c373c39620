import { problemSchema } from '@gerbang/contracts/problem';
import fc from 'fast-check';

/** Values that have caused bugs before, of every JSON type. */
const KNOWN = [
  '\u0000',
  '\uD800',
  '\u202Ex',
  "' OR 1=1--",
  '%',
  '\\',
  '__proto__',
  '{"a":1}',
  '{NULL}',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+292278994-01-01',
  '24:60',
  'x'.repeat(6000),
  '018f6a1e-0000-7000-8000-000000000000',
  '018F6A1E-0000-7000-8000-000000000000',
  -1,
  -0,
  0.1,
  2 ** 53,
  1e12,
  1e308,
  null,
  true,
  [],
];

/** Any JSON value, some of the service's own values among them. */
export const anyValue = (...own: readonly (string | number)[]) =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(...KNOWN, ...own),
  );

/** New values for a few of these fields. */
export const anyFields = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 3 });

/** A query string with some of these parameters. */
export const anyQuery = (names: readonly string[], ...own: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom('1', '200', '-created_at', '%', '0001-01-01', '9999-12-31', '08123456789', ...own),
        ),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => new URLSearchParams(pairs).toString());

/** Expects no 5xx, and of a 4xx the problem shape with messages for users. */
export function expectOneShape(answer: { readonly statusCode: number; json(): unknown }, of: unknown): void {
  expect([of, answer.statusCode < 500]).toEqual([of, true]);
  if (answer.statusCode < 400) return;
  const problem = problemSchema.parse(answer.json());
  for (const { message } of [problem, ...(problem.issues ?? [])])
    expect(message).not.toMatch(/invalid|expected|error|column|relation/i);
}
