import { correctRegistration as call } from '@gerbang/contracts/corrections';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { until } from '@gerbang/service-kit/testing/until';
import { uuidv7 } from 'uuidv7';
import { buildContext } from '../src/context.ts';
import { correctRegistration } from '../src/corrections/correct-registration.ts';
import { FEATURES } from '../src/features.ts';
import { readable, REASON } from './corrections.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { inState } from './staff.ts';

jest.setTimeout(600_000);

describe('admission that is killed while staff correct', () => {
  let door: Door;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin');
  });
  afterAll(() => door.close());

  /** Corrects on a database that may die; returns the number of statements, null where it died. */
  async function run(id: string, body: object, key: string, dieAt: PointOfDeath): Promise<number | null> {
    const { config } = door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL, { max: 1 });
    arm(dieAt);
    const caller = {
      id: admin.id,
      role: 'admin' as const,
      origin: { address: '203.0.113.7', requestId: 'corrections-kills' },
      ifMatch: undefined,
      idempotencyKey: key,
    };
    const context = {
      ...buildContext(config, database, createLogger('mortal', 'silent'), FEATURES),
      school: door.context.school,
    };
    const done = correctRegistration(context, caller, id, call.body.parse(body)).then(() => arm(null));
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  const messages = async () =>
    (await door.db('outbox_events').where({ type: 'message.requested' }).select('id')).length;

  test.each([
    ['child', { full_name: 'Muhammad Faruq' }],
    ['registration', { jenjang: 'TK', kelas: 'TK A' }],
  ] as const)(
    'when it dies anywhere in a correction of a %s, then the repeat makes it once',
    async (target, changes) => {
      const die = async (point: PointOfDeath) => {
        const { made } = await inState(door, 'verified', 'waiting_announcement');
        const { version } = await readable(door, admin, made.id);
        const body = { target, changes, reason: REASON, basis: 'typing', version };
        const key = uuidv7();
        const before = await messages();
        const first = await run(made.id, body, key, point);
        // The server may not have noticed yet that the one before is gone.
        await until(() =>
          run(made.id, body, key, null).then(
            () => true,
            ({ code }: { code?: string }) => {
              if (code !== 'in_flight') throw new Error(`the repeat was refused: ${code ?? ''}`);
              return false;
            },
          ),
        );
        expect(await door.db('corrections').where({ registration_id: made.id })).toHaveLength(1);
        expect(await door.db('fee_differences').where({ registration_id: made.id })).toHaveLength(
          target === 'registration' ? 1 : 0,
        );
        expect((await readable(door, admin, made.id)).present[target]).toMatchObject(changes);
        expect(await messages()).toBe(before + 1);
        return first;
      };
      const statements = await die(null);
      if (statements === null) throw new Error('nothing was to die here');
      for (let point = 1; point <= statements; point += 1) expect(await die(point)).toBeNull();
      await die('commit');
    },
  );
});
