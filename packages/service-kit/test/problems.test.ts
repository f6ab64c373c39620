import { ZodError, z } from 'zod';
import { Problem, problemOf, tooMany, unavailable } from '../src/http/problems.ts';
import { fallbackMessage, strictly } from '../src/http/validation.ts';

const ENGLISH = /invalid|expected|required|unrecognized|too |must/iu;

describe('problems', () => {
  test.each([
    ['22021', 400],
    ['22P02', 400],
    ['22P05', 400],
    ['22008', 400],
    ['22003', 400],
    ['23514', 400],
    ['23503', 409],
    ['23505', 409],
    ['40001', 503],
    ['40P01', 503],
    ['57014', 503],
    ['57P01', 503],
    ['53100', 503],
    ['53200', 503],
    ['53300', 503],
    ['58030', 503],
    ['ECONNREFUSED', 503],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415],
    ['XX000', 500],
  ])('when an error has the code %s, then the answer is %i and tells nothing of it', (code, status) => {
    const error = Object.assign(new Error('Key (email)=(canary) in table users'), { code });
    const problem = problemOf(error);
    expect(problem.statusCode).toBe(status);
    expect(JSON.stringify(problem.body('request-1'))).not.toMatch(/canary|users/u);
  });

  test('when the caller must wait, then Retry-After says how long', () => {
    expect(tooMany(12.2).headers).toEqual({ 'retry-after': '13' });
    expect(unavailable(5).headers).toEqual({ 'retry-after': '5' });
  });

  test('when something is thrown that is no error, then it is a 500', () => {
    expect(problemOf('text').statusCode).toBe(500);
    expect(problemOf(null).statusCode).toBe(500);
    expect(problemOf(new ZodError([]))).toBeInstanceOf(Problem);
  });

  test('when a rule has no message of its own, then the fallback is Indonesian', () => {
    const schema = z.object({
      text: z.string().min(3).max(5),
      number: z.number().min(1).max(2),
      list: z.array(z.string()).min(1).max(2),
      one: z.enum(['a', 'b']),
      id: z.uuid(),
      ruled: z.string().refine(() => false),
      missing: z.string(),
    });
    const bodies = [
      { text: 1, number: 'x', list: {}, one: 'c', id: 'x', ruled: 'x', extra: 1 },
      { text: 'x', number: 0, list: [], one: 1, id: 1, ruled: 'x' },
      { text: 'xxxxxx', number: 3, list: ['1', '2', '3'], one: null, id: '', ruled: 'x', missing: null },
    ];
    for (const body of bodies) {
      const parsed = strictly(schema).safeParse(body, { error: fallbackMessage });
      const messages = parsed.error?.issues.map((issue) => issue.message) ?? [];
      expect(messages.length).toBeGreaterThan(5);
      for (const message of messages) expect(message).not.toMatch(ENGLISH);
    }
  });
});
