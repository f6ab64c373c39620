import { runs } from '@gerbang/domain/testing/runs';
import * as factorCalls from '@gerbang/contracts/factors';
import { changePassword } from '@gerbang/contracts/passwords';
import { updateUser } from '@gerbang/contracts/users';
import type { Role } from '@gerbang/domain/roles';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, type TestAccount } from './door.ts';

const DECIDING: readonly Role[] = ['finance', 'manager_pendidikan', 'admin', 'it'];
const OTHERS: readonly Role[] = ['wali_murid', 'staff_tu', 'cs'];
const NEW = 'sementara-7';

describe('accounts that one person of staff may not take over', () => {
  let door: Door;
  let [one, two, support]: TestAccount[] = [];
  beforeAll(async () => {
    door = await openDoor();
    one = await door.account({ role: 'admin' });
    two = await door.account({ role: 'admin' });
    support = await door.account({ role: 'it' });
  });
  afterAll(() => door.close());

  const update = async (actor: TestAccount | undefined, { id }: TestAccount, body: object) => {
    const { statusCode, ...response } = await door.call(updateUser, actor as TestAccount, { id, body });
    return [statusCode, statusCode === 200 ? undefined : response.json().code];
  };
  const row = ({ id }: TestAccount) => door.db('users').where({ id }).first();
  const proved = (role: Role) =>
    door.account({ role, contact_phone: door.phone(), phone_verified_at: new Date() });
  const hashOf = async (user: TestAccount) => (await row(user)).password_hash;

  test.each([...DECIDING, ...OTHERS])(
    'when the number of %s is proved, then no one of staff changes or removes it, alone or beside other fields',
    async (role) => {
      const user = await proved(role);
      const before = await row(user);
      for (const contact_phone of [door.phone(), null])
        expect(await update(one, user, { contact_phone, name: 'Nama Baru' })).toEqual([409, 'number_proved']);
      expect(await row(user)).toEqual(before);
      expect(await update(one, user, { contact_phone: user.contact_phone, name: 'Nama Baru' })).toEqual([
        200,
        undefined,
      ]);
      expect(await row(user)).toMatchObject({
        name: 'Nama Baru',
        phone_verified_at: before.phone_verified_at,
      });
    },
  );

  test('when a number is not proved, then staff change it', async () => {
    const user = await door.account({ role: 'finance', contact_phone: door.phone() });
    expect(await update(support, user, { contact_phone: door.phone() })).toEqual([200, undefined]);
  });

  test.each(DECIDING)(
    'when one sets the password of %s, then nothing changes until another has asked for the same, whose password counts',
    async (role) => {
      const user = await door.account({ role });
      const before = await row(user);
      for (let times = 0; times < 3; times += 1)
        expect(await update(one, user, { password: 'tidak-berlaku', name: 'Nama Baru' })).toEqual([
          409,
          'password_waits',
        ]);
      expect(await row(user)).toEqual(before);
      expect(await update(two, user, { password: NEW })).toEqual([200, undefined]);
      expect(await row(user)).toMatchObject({
        must_change_password: true,
        name: before.name,
        session_epoch: 1,
      });
      // The request is used up.
      expect(await update(one, user, { password: NEW })).toEqual([409, 'password_waits']);
      const actions = await door
        .db('audit_events')
        .where({ subject_id: user.id })
        .orderBy('id')
        .pluck('action');
      expect(actions.slice(0, 4)).toEqual([
        ...Array.from({ length: 3 }, () => 'user.password_requested'),
        'user.updated',
      ]);
    },
  );

  test('when two of IT ask, then it waits for an administrator', async () => {
    const user = await door.account({ role: 'finance' });
    const other = await door.account({ role: 'it' });
    for (const actor of [support, other])
      expect(await update(actor, user, { password: NEW })).toEqual([409, 'password_waits']);
    expect(await update(one, user, { password: NEW })).toEqual([200, undefined]);
  });

  test('when a lower role rises and gets a password in one change, then it waits, too', async () => {
    const user = await door.account({ role: 'staff_tu' });
    expect(await update(one, user, { role: 'finance', password: NEW })).toEqual([409, 'password_waits']);
    expect((await row(user)).role).toBe('staff_tu');
  });

  test('when a person who decides is lowered for a moment, then the password waits as before, for a day', async () => {
    const user = await door.account({ role: 'manager_pendidikan' });
    expect(await update(one, user, { role: 'cs' })).toEqual([200, undefined]);
    expect(await update(one, user, { password: NEW })).toEqual([409, 'password_waits']);
    await door
      .db('users')
      .where({ id: user.id })
      .update({ was_deciding_at: new Date(Date.now() - 25 * 3_600_000) });
    expect(await update(support, user, { password: NEW })).toEqual([200, undefined]);
  });

  test('when staff set a password, then the role rises by two people only, until its owner has set another', async () => {
    const user = await door.account({ role: 'staff_tu' });
    expect(await update(one, user, { password: NEW })).toEqual([200, undefined]);
    expect(await update(one, user, { role: 'finance' })).toEqual([409, 'password_waits']);
    expect((await row(user)).role).toBe('staff_tu');
    expect(await update(two, user, { role: 'finance' })).toEqual([200, undefined]);
    const other = await door.account({ role: 'staff_tu' });
    expect(await update(one, other, { password: NEW })).toEqual([200, undefined]);
    const body = { currentPassword: NEW, newPassword: 'jalak bali di dahan' };
    expect((await door.call(changePassword, other, { body })).statusCode).toBe(200);
    expect(await update(one, other, { role: 'finance' })).toEqual([200, undefined]);
  });

  test('property: whatever one person does with role and password in whatever order, an account that decides never has the password', async () => {
    const step = fc.constantFrom(
      { role: 'cs' },
      { role: 'finance' },
      { password: NEW },
      { role: 'it', password: NEW },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DECIDING, ...OTHERS),
        fc.array(step, { minLength: 6, maxLength: 6 }),
        async (role, steps) => {
          const user = await door.account({ role });
          const own = await hashOf(user);
          for (const body of steps) {
            await update(one, user, body);
            const now = await row(user);
            if (DECIDING.includes(now.role)) expect(now.password_hash).toBe(own);
          }
        },
      ),
      { numRuns: runs(30) },
    );
  });

  test('when the request is a day old, or its author is closed, then the next one is the first again', async () => {
    for (const end of [
      () => door.db('password_requests').update({ requested_at: new Date(Date.now() - 25 * 3_600_000) }),
      async (author: TestAccount) =>
        door.db('users').where({ id: author.id }).update({ deleted_at: new Date() }),
    ]) {
      const [user, author] = [await door.account({ role: 'finance' }), await door.account({ role: 'admin' })];
      expect(await update(author, user, { password: NEW })).toEqual([409, 'password_waits']);
      await end(author);
      expect(await update(two, user, { password: NEW })).toEqual([409, 'password_waits']);
    }
  });

  test('when the second account was made a minute ago or by the first, then it is 403 and the password stays', async () => {
    const user = await door.account({ role: 'finance' });
    const before = await hashOf(user);
    const second = await door.account({ role: 'admin' });
    expect(await update(one, user, { password: NEW })).toEqual([409, 'password_waits']);
    await door.db('users').where({ id: second.id }).update({ hands_at: new Date() });
    expect(await update(second, user, { password: NEW })).toEqual([403, 'eyes_young']);
    const old = new Date(Date.now() - 48 * 3_600_000);
    await door
      .db('users')
      .where({ id: second.id })
      .update({ hands_at: old, made_by: [one?.id] });
    expect(await update(second, user, { password: NEW })).toEqual([403, 'eyes_tied']);
    expect(await hashOf(user)).toBe(before);
  });

  test('when both ask at the same moment, then it is set once or waits, and never by one alone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await door.account({ role: 'finance' });
      const results = await Promise.all(
        [one, one, two, two].map((actor) => update(actor, user, { password: NEW })),
      );
      const set = results.filter(([status]) => status === 200);
      expect(set.length).toBeGreaterThanOrEqual(1);
      expect((await row(user)).session_epoch).toBe(set.length);
      const asked = await door
        .db('audit_events')
        .where({ subject_id: user.id, action: 'user.password_requested' });
      expect(asked.length).toBeGreaterThanOrEqual(set.length);
    }
  });

  test('when the account has a second factor, or decides nothing, then one is enough', async () => {
    for (const role of OTHERS)
      expect(await update(one, await door.account({ role }), { password: NEW })).toEqual([200, undefined]);
    const user = await door.account({ role: 'finance' });
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    await door.call(factorCalls.addPasskey, user, {
      body: { credential: new Authenticator().create(options) },
    });
    expect(await update(one, user, { password: NEW })).toEqual([200, undefined]);
  });
});

describe('the first second factor', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when it is added, then all other sessions end and this one goes on anew; a second one ends none', async () => {
    const user = await door.account({ role: 'finance' });
    const add = async () => {
      const options = (await door.call(factorCalls.passkeyOptions, user)).json();
      return door.call(factorCalls.addPasskey, user, {
        body: { credential: new Authenticator().create(options) },
      });
    };
    const first = await add();
    expect(door.command(first)).toMatchObject({ do: 'start', userId: user.id, epoch: 1, revoke: true });
    const events = door.published.filter(({ type }) => type === 'sessions.revoked');
    expect(events.map(({ payload }) => payload)).toEqual([{ userId: user.id, epoch: 1 }]);
    expect(door.command(await add())).toBeNull();
    expect((await door.db('users').where({ id: user.id }).first()).session_epoch).toBe(1);
  });

  test('when it is an app of codes, then it ends them as well; a wrong code ends none', async () => {
    door.setClock(new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000));
    const user = await door.account({ role: 'finance' });
    const { secret } = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const epoch = Math.floor(door.context.now().getTime() / 1000);
    const otp = generateSync({ secret, epoch });
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const refused = await door.call(factorCalls.confirmTotp, user, { body: { otp: wrong } });
    expect([refused.statusCode, door.command(refused)]).toEqual([422, null]);
    const added = await door.call(factorCalls.confirmTotp, user, { body: { otp } });
    expect(door.command(added)).toMatchObject({ do: 'start', userId: user.id, epoch: 1, revoke: true });
  });
});
