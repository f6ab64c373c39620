import { correctRegistration as call } from '@gerbang/contracts/corrections';
import { reverseFee as reverseCall } from '@gerbang/contracts/registration-payments';
import type { Caller as ServiceCaller } from '@gerbang/service-kit/http/caller';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { until } from '@gerbang/service-kit/testing/until';
import { uuidv7 } from 'uuidv7';
import { buildContext, type Context } from '../src/context.ts';
import { correctRegistration } from '../src/corrections/correct-registration.ts';
import { FEATURES } from '../src/features.ts';
import { reverseFee } from '../src/registration-payments/reverse-fee.ts';
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

  type Work = (context: Context, caller: ServiceCaller) => Promise<unknown>;

  /** Works on a database that may die; returns the number of statements, null where it died. */
  async function run(work: Work, key: string, dieAt: PointOfDeath): Promise<number | null> {
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
    const done = work(context, caller).then(() => arm(null));
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  /** Dies at this point and repeats with the same key. */
  async function die(work: Work, point: PointOfDeath): Promise<number | null> {
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
  }

  /** Dies before each statement and after the commit, on something new each time. */
  async function dieAnywhere(once: (point: PointOfDeath) => Promise<number | null>): Promise<void> {
    const statements = await once(null);
    if (statements === null) throw new Error('nothing was to die here');
    for (let point = 1; point <= statements; point += 1) expect(await once(point)).toBeNull();
    await once('commit');
  }

  const messages = async () =>
    (await door.db('outbox_events').where({ type: 'message.requested' }).select('id')).length;

  test.each([
    ['child', { full_name: 'Muhammad Faruq' }],
    ['registration', { jenjang: 'TK', kelas: 'TK A' }],
  ] as const)(
    'when it dies anywhere in a correction of a %s, then the repeat makes it once',
    async (target, changes) => {
      await dieAnywhere(async (point) => {
        const { made } = await inState(door, 'verified', 'waiting_announcement');
        const { version } = await readable(door, admin, made.id);
        const body = call.body.parse({ target, changes, reason: REASON, basis: 'typing', version });
        const before = await messages();
        const first = await die(
          (context, caller) => correctRegistration(context, caller, made.id, body),
          point,
        );
        expect(await door.db('corrections').where({ registration_id: made.id })).toHaveLength(1);
        expect(await door.db('fee_differences').where({ registration_id: made.id })).toHaveLength(
          target === 'registration' ? 1 : 0,
        );
        expect((await readable(door, admin, made.id)).present[target]).toMatchObject(changes);
        expect(await messages()).toBe(before + 1);
        return first;
      });
    },
  );

  test('when it dies while it takes a verified fee back, then the repeat does so once', async () => {
    await dieAnywhere(async (point) => {
      const { made } = await inState(door, 'verified');
      const { version } = await door.db('registrations').where({ id: made.id }).first('version');
      const body = reverseCall.body.parse({ reason: REASON, version });
      const before = await messages();
      const first = await die((context, caller) => reverseFee(context, caller, made.id, body), point);
      expect(await door.db('registrations').where({ id: made.id }).first()).toMatchObject({
        payment_status: 'rejected',
        version: version + 1,
      });
      expect(await messages()).toBe(before + 1);
      return first;
    });
  });
});
