import { patient, patiently } from '../src/testing/patience.ts';

const RETRY = { 'retry-after': '5' };
const BUSY = { statusCode: 503, headers: RETRY, code: 'unavailable' };
const IN_FLIGHT = { statusCode: 409, headers: {}, code: 'in_flight' };
const DONE = { statusCode: 201, headers: {}, code: '' };

/** Sends these answers one after another, the last for ever; counts the calls. */
function service(...answers: (typeof DONE | typeof BUSY)[]) {
  const calls: unknown[][] = [];
  return {
    calls,
    async call(...args: unknown[]) {
      const { code, ...answer } = answers[Math.min(calls.length, answers.length - 1)] ?? DONE;
      calls.push(args);
      return { ...answer, json: () => ({ code }) };
    },
  };
}

describe('a patient caller', () => {
  test('when a service is busy for a while, then the same call goes again until it is done', async () => {
    const door = service(BUSY, IN_FLIGHT, BUSY, DONE);
    expect(await patient(door).call('pay', 7)).toMatchObject({ statusCode: 201 });
    expect(door.calls).toEqual(Array.from({ length: 4 }, () => ['pay', 7]));
  });

  test.each([
    ['503 without Retry-After', { ...BUSY, headers: {} }],
    ['500', { ...BUSY, statusCode: 500 }],
    ['429', { ...BUSY, statusCode: 429 }],
    ['409 in_flight at once', IN_FLIGHT],
  ])('when the answer is %s, then it stands', async (_name, answer) => {
    const door = service(answer, DONE);
    expect(await patiently(() => door.call(), 1)).toMatchObject({ statusCode: answer.statusCode });
    expect(door.calls).toHaveLength(1);
  });

  test('when a service stays busy, then the caller gives up with its 503', async () => {
    const door = service(BUSY);
    expect(await patiently(() => door.call(), 1)).toMatchObject({ statusCode: 503 });
    expect(door.calls).toHaveLength(401);
  });
});
