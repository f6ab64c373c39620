import { randomBytes } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { startOwnStack } from '../../kit/own-stack.ts';
import { floodAccount } from '../lockout.ts';

/** `LOCKOUT_REQUESTS=10000` is the long form. */
const REQUESTS = Number(process.env.LOCKOUT_REQUESTS ?? 200);
jest.setTimeout(900_000);

describe(`${REQUESTS} requests of a stranger against one account`, () => {
  let stack: Stack;
  beforeAll(async () => {
    const databaseUrl = process.env.TEST_DATABASE_URL;
    stack = await startOwnStack({
      buildFrontEnds: false,
      ...(databaseUrl && {
        databaseUrl,
        prefix: `lockout_${randomBytes(4).toString('hex')}`,
        dropAtEnd: true,
      }),
      signal: new AbortController().signal,
    });
  });
  afterAll(() => stack?.stop());

  test('when its owner logs in and resets from the known browser meanwhile, then nothing of the owner’s is used up, and unknown browsers wait', async () => {
    const seen = await floodAccount(stack, REQUESTS);
    expect(new Set(seen.owner)).toEqual(new Set([200]));
    expect(seen.owner.length).toBeGreaterThanOrEqual(13);
    expect(seen).toMatchObject({ codeGood: true, resetDone: true, unknownBrowser: 429 });
    expect(seen.slowestMs).toBeLessThan(10_000);
    expect(seen.strangersCodes).toBeLessThanOrEqual(5);
    const total = Object.values(seen.stranger).reduce((sum, count) => sum + count, 0);
    expect(total).toBe(REQUESTS);
    expect(Object.keys(seen.stranger).filter((status) => Number(status) >= 500 && status !== '503')).toEqual(
      [],
    );
  });
});
