import { changePhone, sendPhoneCode, verifyPhone } from '@gerbang/contracts/phones';
import * as userCalls from '@gerbang/contracts/users';
import { moveDueNumbers } from '../src/number-requests/move-number.ts';
import { PASSWORD, type TestAccount } from './door.ts';
import { APPROVED, CHECKED, type NumberDesk, openNumberDesk } from './number-desk.ts';

const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;

describe('a lost number', () => {
  let desk: NumberDesk;
  beforeAll(async () => {
    desk = await openNumberDesk();
  });
  afterAll(() => desk.door.close());

  test('when it is opened, approved and 24 hours passed, then the account has the new number, unproved, and its sessions end', async () => {
    const { door, cs, admin, open, decide, told, family, user, request, trail, waitOver, move } = desk;
    const target = await family({ name: 'Ibu Melati' });
    const [old, phone] = [target.contact_phone, door.phone()];
    const opened = await open(target, { phone });
    expect([opened.statusCode, opened.json()]).toEqual([
      201,
      expect.objectContaining({
        status: 'open',
        phone,
        checked: CHECKED,
        account: expect.objectContaining({ id: target.id, name: 'Ibu Melati', email: target.email }),
        opened_by: { id: cs.id, name: 'Rina', role: 'cs' },
        decided_by: null,
        counts_at: null,
      }),
    ]);
    expect(opened.json().account.phone).toMatch(/^0811-•+/u);
    expect(opened.body).not.toContain(old);
    const { id } = opened.json();
    const decided = await decide(id);
    expect(decided.json()).toMatchObject({ status: 'approved', decided_by: { id: admin.id, name: 'Dewi' } });
    const waits = Date.parse(decided.json().counts_at) - Date.parse(decided.json().decided_at);
    expect(waits).toBe(24 * 3_600_000);
    const [message] = told(APPROVED, old);
    expect(message?.payload).toMatchObject({ priority: 'normal', expiresAt: decided.json().counts_at });
    expect(JSON.stringify(message?.payload)).not.toMatch(new RegExp(`Melati|${phone.slice(1)}`, 'u'));

    await move();
    expect((await user(target)).contact_phone).toBe(old);
    await waitOver(id);
    const since = door.published.length;
    await move();
    await move();
    expect(await user(target)).toMatchObject({
      contact_phone: phone,
      phone_verified_at: null,
      session_epoch: 1,
    });
    expect(await request(id)).toMatchObject({ status: 'moved', stop_hash: null });
    expect(
      door.published
        .slice(since)
        .map(({ type, payload }) => [type, payload.kind ?? payload.phone, payload.to]),
    ).toEqual([
      ['account.changed', phone, undefined],
      ['message.requested', 'account_changed', phone],
      ['message.requested', 'number_changed', old],
      ['sessions.revoked', undefined, undefined],
    ]);
    expect(await trail(target)).toEqual([
      'number_request.opened',
      'number_request.approved',
      'number_request.moved',
    ]);
    const details = await door.db('audit_events').where({ subject_id: target.id }).pluck('details');
    expect(JSON.stringify(details)).not.toMatch(/\+62/u);
    await door.call(sendPhoneCode, target);
    const otp = door.codeFor(phone, 'phone_verification');
    expect((await door.call(verifyPhone, target, { body: { otp } })).json().phone_verified).toBe(true);
  });

  test('when the old number stops it, then nothing moves, and the token is used up', async () => {
    const { door, open, stop, family, user, request, trail, tokenFor, approved, waitOver, move } = desk;
    const target = await family();
    const id = await approved(target);
    const token = tokenFor(target.contact_phone);
    expect((await stop(token)).statusCode).toBe(200);
    expect(await request(id)).toMatchObject({ status: 'stopped', stop_hash: null });
    expect((await stop(token)).json()).toMatchObject({ statusCode: 422, code: 'expired' });
    await waitOver(id);
    await move();
    expect(await user(target)).toMatchObject({ contact_phone: target.contact_phone, session_epoch: 0 });
    expect((await trail(target)).at(-1)).toBe('number_request.stopped');
    expect(door.logged()).toContain('number_request_stopped');
    expect(door.logged()).not.toContain(token);
    expect((await open(target)).statusCode).toBe(201);
  });

  test('when a token is made up or misshapen, then 422 or 400, and a network has twenty tries an hour', async () => {
    const { door, stop } = desk;
    for (const wrong of ['', 'kurang', `${'a'.repeat(42)}!`, 'a'.repeat(44)]) {
      expect((await stop(wrong)).statusCode).toBe(400);
    }
    const ip = door.address();
    const answers = [];
    for (let each = 0; each < 21; each += 1) answers.push((await stop('a'.repeat(43), ip)).statusCode);
    expect([new Set(answers.slice(0, 20)), answers[20]]).toEqual([new Set([422]), 429]);
    expect((await stop('a'.repeat(43))).statusCode).toBe(422);
  });

  test('when the profile has a second number, then it hears of it too; where both are the lost one, it is no login any more', async () => {
    const { door, told, family, trail, approved, waitOver, move } = desk;
    const [target, same] = [await family(), await family()];
    const other = door.phone();
    const login = (one: TestAccount, phone: string | null) =>
      door.db('login_phones').insert({ user_id: one.id, phone, profile_version: 4 });
    await login(target, other);
    await login(same, same.contact_phone);
    const ids = [await approved(target), await approved(same)];
    expect([told(APPROVED, other), told(APPROVED, same.contact_phone)].map((one) => one.length)).toEqual([
      1, 1,
    ]);
    await waitOver(...ids);
    await move();
    const left = await door.db('login_phones').whereIn('user_id', [target.id, same.id]).orderBy('user_id');
    expect(left.map(({ phone }) => phone)).toEqual([other, null]);
    expect(await trail(same)).toContain('login_phone.released');
  });

  test('when one is open or approved, the number is proved elsewhere, or is the account’s own, then 409', async () => {
    const { open, decide, family, trail } = desk;
    const [target, holder] = [await family(), await family()];
    expect((await open(target, { phone: holder.contact_phone })).json()).toMatchObject({
      statusCode: 409,
      code: 'phone_taken',
      issues: [{ path: 'phone' }],
    });
    expect((await open(target, { phone: target.contact_phone })).json().code).toBe('number_unchanged');
    const { id } = (await open(target)).json();
    expect((await open(target)).json()).toMatchObject({ statusCode: 409, code: 'number_request_open' });
    await decide(id);
    expect((await open(target)).json().code).toBe('number_request_open');
    expect(await trail(target)).toEqual(['number_request.opened', 'number_request.approved']);
  });

  test('when the account is one’s own, an administrator’s for customer service, or unknown, then it is refused', async () => {
    const { door, admin, open, decide, family } = desk;
    const own = await open(admin, {}, admin);
    expect([own.statusCode, own.json().code]).toEqual([403, 'own_account']);
    for (const role of ['admin', 'it'] as const) {
      const staff = await family({ role });
      expect((await open(staff)).json()).toMatchObject({ statusCode: 403, code: 'admin_only' });
      expect((await open(staff, {}, admin)).statusCode).toBe(201);
    }
    expect((await open(await family({ role: 'finance' }))).statusCode).toBe(201);
    const unknown = { ...admin, id: '019a0000-0000-7000-8000-000000000001' };
    expect([(await open(unknown)).statusCode, (await decide(unknown.id)).statusCode]).toEqual([404, 404]);
    const former = await door.account({ role: 'cs' });
    await door.db('users').where({ id: former.id }).update({ role: 'wali_murid' });
    expect((await open(await family(), {}, former)).statusCode).toBe(403);
  });

  test.each([
    [{ checked: ['id_card_seen'] }],
    [{ checked: ['id_card_seen', 'id_card_seen'] }],
    [{ checked: ['id_card_seen', 'heard'] }],
    [{ checked: undefined }],
    [{ phone: '0812' }],
    [{ status: 'approved' }],
  ])('when the form is %j, then 400', async (body) => {
    const { open, family } = desk;
    expect((await open(await family(), body)).statusCode).toBe(400);
  });

  test('when who opened it, the account’s owner, or a proof that is not fresh decides, then 403; a refusal wants a note', async () => {
    const { door, admin, second, open, decide, told, family, trail } = desk;
    const target = await family({ role: 'admin' });
    const { id } = (await open(target, {}, second)).json();
    expect((await decide(id, second)).json()).toMatchObject({ statusCode: 403, code: 'own_request' });
    expect((await decide(id, target)).json()).toMatchObject({ statusCode: 403, code: 'own_account' });
    const headers = door.headers({ ...admin, fresh: STALE });
    const stale = await decide(id, admin, undefined, { headers });
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'fresh_proof_required']);
    for (const note of [undefined, null, ' ']) {
      expect((await decide(id, admin, { decision: 'refused', note })).statusCode).toBe(400);
    }
    const refused = await decide(id, admin, { decision: 'refused', note: 'KTP tidak cocok' }, { headers });
    expect(refused.json()).toMatchObject({ status: 'refused', note: 'KTP tidak cocok', counts_at: null });
    expect((await decide(id)).json()).toMatchObject({ statusCode: 409, code: 'number_request_closed' });
    expect(told(APPROVED, target.contact_phone)).toEqual([]);
    expect(await trail(target)).toEqual(['number_request.opened', 'number_request.refused']);
  });

  test('when the account changed its number meanwhile, then it can neither be approved nor moved', async () => {
    const { door, open, decide, family, user, request, trail, approved, waitOver, move } = desk;
    const [first, late] = [await family(), await family()];
    const { id } = (await open(first)).json();
    const waiting = await approved(late);
    for (const target of [first, late]) {
      const next = door.phone();
      await door.call(changePhone, target, { body: { phone: next, password: PASSWORD } });
      const otp = door.codeFor(next, 'phone_verification');
      expect((await door.call(verifyPhone, target, { body: { otp } })).statusCode).toBe(200);
    }
    expect((await decide(id)).json()).toMatchObject({ statusCode: 409, code: 'stale' });
    await waitOver(waiting);
    const before = await user(late);
    await move();
    expect(await request(waiting)).toMatchObject({ status: 'failed', failure: 'number_changed' });
    expect(await user(late)).toEqual(before);
    expect((await trail(late)).at(-1)).toBe('number_request.failed');
  });

  test('when another account proves the number in those 24 hours, then it keeps it; one that holds it unproved loses it', async () => {
    const { door, family, user, request, trail, approved, waitOver, move } = desk;
    const [robbed, winner] = [await family(), await family()];
    const [taken, held] = [door.phone(), door.phone()];
    const ids = [await approved(robbed, taken), await approved(winner, held)];
    const owner = await family({ contact_phone: taken });
    const squatter = await family({ contact_phone: held, phone_verified_at: null });
    await waitOver(...ids);
    await move();
    expect(await request(ids[0] ?? '')).toMatchObject({ status: 'failed', failure: 'phone_taken' });
    expect([(await user(robbed)).contact_phone, (await user(owner)).contact_phone]).toEqual([
      robbed.contact_phone,
      taken,
    ]);
    expect([(await user(winner)).contact_phone, (await user(squatter)).contact_phone]).toEqual([held, null]);
    expect(await trail(squatter)).toEqual(['phone.freed']);
  });

  test('when two numbers are due and one cannot be moved, then the other is', async () => {
    const { door, request, family, approved, waitOver, move } = desk;
    const [broken, whole] = [await family(), await family()];
    const ids = [await approved(broken), await approved(whole)];
    await waitOver(...ids);
    const { outbox } = door.context;
    const failing = {
      ...door.context,
      outbox: {
        ...outbox,
        publish: (async (trx, type, payload, options) => {
          if ((payload as { id?: string }).id === broken.id) throw new Error('no room');
          await outbox.publish(trx, type, payload, options);
        }) as typeof outbox.publish,
      },
    };
    await moveDueNumbers(failing);
    expect((await Promise.all(ids.map(request))).map(({ status }) => status)).toEqual(['approved', 'moved']);
    expect(door.logged()).toContain('a lost number was not moved');
    await move();
    expect(await request(ids[0] ?? '')).toMatchObject({ status: 'moved' });
  });

  test('when codes are out for the account, then none opens it after the move', async () => {
    const { door, family, user, approved, waitOver, move } = desk;
    const target = await family({ phone_verified_at: null });
    await door.call(sendPhoneCode, target);
    const otp = door.codeFor(target.contact_phone, 'phone_verification');
    const id = await approved(target);
    await waitOver(id);
    await move();
    expect((await door.call(verifyPhone, target, { body: { otp } })).statusCode).toBe(422);
    expect((await user(target)).phone_verified_at).toBeNull();
  });

  test('when an account is deleted, then its requests go with it, and its token stops nothing', async () => {
    const { door, admin, stop, family, request, tokenFor, approved } = desk;
    const target = await family();
    const id = await approved(target);
    const token = tokenFor(target.contact_phone);
    expect((await door.call(userCalls.deleteUser, admin, { id: target.id })).statusCode).toBe(204);
    expect(await request(id)).toBeUndefined();
    expect((await stop(token)).statusCode).toBe(422);
  });
});
