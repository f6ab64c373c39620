import { z } from 'zod';
import { endpoints } from '../src/all.ts';
import type { Endpoint } from '../src/endpoint.ts';

/** Characters that a body of the usual size can hold of one text. */
const WHOLE_BODY = 200_000;
/** Texts that make a pattern take seconds: short ones where repetitions are nested, long ones where two stand side by side. */
const TEXTS = [
  `${'a'.repeat(100)}@${'a.'.repeat(70)}`,
  'a@'.repeat(120),
  `${'0'.repeat(39)}x`,
  `+62${'8'.repeat(36)}x`,
  `${' '.repeat(99)}x`,
  `${'a\u0301'.repeat(45)}!`,
  `${'\u200b'.repeat(90)}x`,
  `${'1'.repeat(99)}!`,
  `${'a-'.repeat(49)}@`,
  ...[' ', '(', '.', 'a.'].map((unit) => `a${unit.repeat(WHOLE_BODY / unit.length)}\u0000`),
];
/** Time of this thread's own work, of which a busy machine takes none. A slow pattern takes seconds. */
const LONGEST_MS = 200;
const workedMs = () => process.threadCpuUsage().user / 1000;

describe('texts that slow patterns down', () => {
  test.each(endpoints.map((one: Endpoint) => [one.id, one] as const))(
    'when a field of %s holds one, then the contract decides at once',
    (_id, { body, query }) => {
      const schemas = [body, query].filter((one): one is z.ZodObject => one instanceof z.ZodObject);
      for (const schema of schemas) {
        for (const name of Object.keys(schema.shape)) {
          for (const text of TEXTS) {
            // Its first try may compile the pattern, a slow one is slow in each.
            const isFast = [1, 2, 3].some(() => {
              const began = workedMs();
              (schema.shape[name] as z.ZodType).safeParse(text);
              return workedMs() - began < LONGEST_MS;
            });
            expect([name, text.slice(0, 20), isFast]).toEqual([name, text.slice(0, 20), true]);
          }
        }
      }
    },
  );
});
