import { correctRegistration as call } from '@gerbang/contracts/corrections';
import { reverseFee as reverseCall } from '@gerbang/contracts/registration-payments';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
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

  const die = (...work: Parameters<ReturnType<typeof mortalWork<Context>>['die']>) => {
    const { config, school } = door.context;
    return mortalWork<Context>({
      url: config.DATABASE_URL,
      caller: () => ({ id: admin.id, role: 'admin' }),
      contextOn: (database) => ({
        ...buildContext(config, database, createLogger('mortal', 'silent'), FEATURES),
        school,
      }),
    }).die(...work);
  };

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
