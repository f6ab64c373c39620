import { correctRegistration as call } from '@gerbang/contracts/corrections';
import { decideFeeDifference, reverseFee as reverseCall } from '@gerbang/contracts/registration-payments';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import { buildContext, type Context } from '../src/context.ts';
import { answerRequest } from '../src/corrections/answer-request.ts';
import { objectCorrection, requestCorrection } from '../src/corrections/ask-correction.ts';
import { correctRegistration } from '../src/corrections/correct-registration.ts';
import { FEATURES } from '../src/features.ts';
import { decideDifference } from '../src/registration-payments/decide-difference.ts';
import { reverseFee } from '../src/registration-payments/reverse-fee.ts';
import { correct, own, readable, REASON } from './corrections.ts';
import { type Caller, type Door, useDoor } from './door.ts';
import { inState } from './staff.ts';

jest.setTimeout(600_000);

describe('admission that is killed while staff correct', () => {
  let door: Door;
  let admin: Caller;
  useDoor(async (opened) => {
    door = opened;
    admin = await door.caller('admin');
  });

  type Death = Parameters<ReturnType<typeof mortalWork<Context>>['die']>;
  const dieFor = ({ id, role }: Caller, ...work: Death) => {
    const { config, school } = door.context;
    return mortalWork<Context>({
      url: config.DATABASE_URL,
      caller: () => ({ id, role }),
      contextOn: (database) => ({
        ...buildContext(config, database, createLogger('mortal', 'silent'), FEATURES),
        school,
      }),
    }).die(...work);
  };
  const die = (...work: Death) => dieFor(admin, ...work);
  /** A repeat after the commit of a call without a key finds by this code that it is done. */
  const doneAlready = (code: string) => (error: { code?: string }) => {
    if (error.code !== code) throw error;
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

  test('when it dies while a family objects and staff answer, then the repeats do so once', async () => {
    const made = async () => {
      const one = await inState(door, 'verified', 'passed', { locked: true, enrollment_status: 'confirmed' });
      await correct(door, admin, one.made.id, { changes: { full_name: 'Muhammad Faruq' } });
      const [correction] = (await own(door, one.family, one.made.id)).corrections;
      return { ...one, params: { id: one.made.id, correctionId: correction!.id } };
    };
    const tasks = (id: string) => door.db('correction_requests').where({ registration_id: id });
    await dieAnywhere(async (point) => {
      const { family, params } = await made();
      const first = await dieFor(
        family,
        (context, caller) =>
          objectCorrection(context, caller, params, { text: 'Bukan itu' }).catch(doneAlready('objected')),
        point,
      );
      expect(await tasks(params.id)).toMatchObject([{ text: 'Bukan itu', status: 'open' }]);
      return first;
    });
    await dieAnywhere(async (point) => {
      const { family, params } = await made();
      const first = await dieFor(
        family,
        (context, caller) =>
          requestCorrection(context, caller, params.id, { text: 'Kelasnya salah' }).catch(
            doneAlready('open_request'),
          ),
        point,
      );
      const [task] = await tasks(params.id);
      expect(await tasks(params.id)).toEqual([task]);
      const answer = { status: 'done', answer: 'Sudah dikoreksi', version: task.version } as const;
      await die(
        (context, caller) => answerRequest(context, caller, task.id, answer).catch(doneAlready('answered')),
        point === null ? 3 : point,
      );
      expect(await tasks(params.id)).toMatchObject([{ status: 'done', version: task.version + 1 }]);
      return first;
    });
  });

  test('when it dies while finance decides about the difference of a fee, then the repeat does so once', async () => {
    await dieAnywhere(async (point) => {
      const { made } = await inState(door, 'verified', 'waiting_announcement');
      const changes = { jenjang: 'TK', kelas: 'TK A' };
      await correct(door, admin, made.id, { target: 'registration', changes });
      const { version } = await door.db('registrations').where({ id: made.id }).first('version');
      const body = decideFeeDifference.body.parse({ way: 'give_back', reason: REASON, version });
      const begun = async () =>
        (await door.db('outbox_events').where({ type: 'withdrawal.refundable' }).select('id')).length;
      const before = await begun();
      const first = await die(
        (context, caller) => decideDifference(context, caller, made.id, body).catch(doneAlready('stale')),
        point,
      );
      expect(await door.db('fee_differences').where({ registration_id: made.id })).toMatchObject([
        { way: 'give_back' },
      ]);
      expect(await begun()).toBe(before + 1);
      return first;
    });
  });
});
