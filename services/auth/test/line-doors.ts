import { login, type InLine } from '@gerbang/contracts/accounts';
import { type Door, openDoor, PASSWORD, PATIENT_MS, type TestAccount } from './door.ts';
import { logInByLine, type Typed } from './in-line.ts';
import { until } from '@gerbang/service-kit/testing/until';

/** How a test moves the time of the line, which is that of its store. */
export interface LineTime {
  /** No holder of a place has come for so many seconds. */
  passSilently(seconds: number): Promise<void>;
}

/** How long a login is held where it should get a place soon. */
export const SHORT_MS = 200;

/** Takes the only slot of a process; resolves with the function that frees it. */
export async function holdSlot({ context: { hasher } }: Door): Promise<() => Promise<void>> {
  const { promise: released, resolve: free } = Promise.withResolvers<void>();
  const held = hasher.verify(await hasher.hash(PASSWORD), PASSWORD, { whenBegun: () => released });
  await until(() => hasher.busy);
  return async () => {
    free();
    await held;
  };
}

/** Two processes with one line, each with one slot for hashes. */
export async function openLine(more: Record<string, string> = {}) {
  const first = await openDoor(more, { hashesAtOnce: 1, holdMs: SHORT_MS });
  const second = await openDoor(more, { hashesAtOnce: 1, holdMs: SHORT_MS, beside: first });
  const doors = [first, second] as const;

  const typedOf = (user: TestAccount, ticket?: string): Typed => ({
    identifier: user.email,
    password: PASSWORD,
    ...(ticket !== undefined && { ticket }),
  });
  const enter = (door: Door, typed: Typed, ip: string) => door.call(login, 'anon', { body: typed, ip });
  const told = async (door: Door, typed: Typed, ip: string): Promise<InLine> => {
    const answer = await enter(door, typed, ip);
    expect([answer.statusCode, answer.body]).toEqual([202, expect.stringContaining('ticket')]);
    return answer.json() as InLine;
  };

  /** Accounts, each of which has a place at one of the processes, in their order: one comes when the one before was told. */
  async function queue(count: number, at = (index: number) => doors[index % 2] as Door) {
    const people = [];
    for (let index = 0; index < count; index += 1) {
      const [user, ip] = [await first.account(), first.address()];
      people.push({ user, ip, place: await told(at(index), typedOf(user), ip) });
    }
    return people;
  }

  return {
    doors,
    first,
    second,
    holdSlot,
    /** From now on logins are held until their turn, or soon get a place again. */
    hold(patiently: boolean): void {
      for (const { context } of doors) context.line.holdMs = patiently ? PATIENT_MS : SHORT_MS;
    },
    typedOf,
    enter,
    told,
    queue,
    follow: (user: TestAccount, ip = first.address()) => logInByLine(doors, typedOf(user), ip),
    close: async () => {
      await second.close();
      await first.close();
    },
  };
}

export type LineStory = Awaited<ReturnType<typeof openLine>>;
