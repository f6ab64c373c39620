import { countStatements } from '@gerbang/service-kit/testing/statements';
import { PasswordHasher } from '../src/account-record/password-hasher.ts';

/** What a call costs that can be timed from outside: its statements and its hashes, in their order. */
async function workOf(call: () => Promise<unknown>): Promise<string[]> {
  const work: string[] = [];
  const spies = (['verify', 'hash'] as const).map((name) => {
    const real = PasswordHasher.prototype[name] as (...args: unknown[]) => unknown;
    return jest.spyOn(PasswordHasher.prototype, name).mockImplementation(function counted(
      this: PasswordHasher,
      ...args: unknown[]
    ) {
      work.push(name);
      return real.apply(this, args) as never;
    });
  });
  try {
    work.push(...(await countStatements(call)));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return work.map((statement) => statement.replace(/\s+/gu, ' ').trim());
}

/** Expects that two calls cannot be told apart by their time, because they do the same work. */
export async function expectSameWork(
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
): Promise<void> {
  const [first, second] = [await workOf(known), await workOf(unknown)];
  expect(first.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
}
