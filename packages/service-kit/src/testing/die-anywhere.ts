import type { Role } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../data/database.ts';
import type { Caller } from '../http/caller.ts';
import { mortalDatabase, type PointOfDeath } from './mortal-database.ts';
import { until } from './until.ts';

/** What a use case does for its caller. */
export type MortalWork<Context> = (context: Context, caller: Caller) => Promise<unknown>;

interface Mortal<Context> {
  readonly url: string;
  /** The account that works, asked for anew each time. */
  readonly caller: () => { readonly id: string; readonly role: Role };
  readonly contextOn: (database: Database) => Context;
}

/** Use cases within one process whose database dies before any of their statements, and is called again with the same key. */
export function mortalWork<Context>({ url, caller, contextOn }: Mortal<Context>) {
  /** Works on a database that may die; returns the number of statements, null where it died. */
  async function run(work: MortalWork<Context>, key: string, dieAt: PointOfDeath): Promise<number | null> {
    const { database, arm, died } = mortalDatabase(url, { max: 1 });
    arm(dieAt);
    const origin = { address: '203.0.113.7', requestId: 'mortal' };
    const done = work(contextOn(database), {
      ...caller(),
      origin,
      ifMatch: undefined,
      idempotencyKey: key,
    }).then(() => arm(null));
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  return {
    /** Dies at this point and repeats with the same key; returns the number of statements, null where it died. */
    async die(work: MortalWork<Context>, point: PointOfDeath): Promise<number | null> {
      const key = uuidv7();
      const first = await run(work, key, point);
      // The server may not have noticed yet that the one before is gone.
      await until(() =>
        run(work, key, null).then(
          () => true,
          ({ code }: { code?: string }) => {
            if (code !== 'in_flight') throw new Error(`the repeat was refused: ${code ?? ''}`);
            return false;
          },
        ),
      );
      return first;
    },
  };
}

/** Dies before each statement and after the commit, on something new each time. */
export async function dieAnywhere(once: (point: PointOfDeath) => Promise<number | null>): Promise<void> {
  const statements = await once(null);
  if (statements === null) throw new Error('nothing was to die here');
  for (let point = 1; point <= statements; point += 1) expect(await once(point)).toBeNull();
  await once('commit');
}
