import { deepStrictEqual } from 'node:assert';
import * as calls from '@gerbang/contracts/counter';
import { COUNTER_FOUND_MAX, COUNTER_TOKEN_HEADER } from '@gerbang/domain/counter';
import { getChild, updateChild } from '@gerbang/contracts/children';
import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import {
  type Door as AuthDoor,
  openDoor as openAuth,
  type TestAccount,
} from '@gerbang/auth-service/test/door';
import { UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { childForm, makeChild, makeRegistration, registrationForm, someNik } from './families.ts';

const BORN = '2019-05-01';
const MINUTES_30 = 30 * 60_000;

/** Admission and the real auth service, which it asks who made an account. */
describe('the counter', () => {
  let auth: AuthDoor;
  let door: Door;
  let cs: Caller;
  beforeAll(async () => {
    auth = await openAuth();
    const AUTH_URL = await auth.app.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ AUTH_URL, INTERNAL_KEY: auth.internalKey });
    cs = await door.caller('cs', 'Dewi CS');
  });
  afterEach(() => door.setClock(null));
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  const find = (q: string, who = cs, token?: string) =>
    door.call(calls.findCounterFamilies, who, {
      query: `q=${encodeURIComponent(q)}`,
      ...(token !== undefined && { headers: { [COUNTER_TOKEN_HEADER]: token } }),
    });
  const open = (userId: string, body: Record<string, unknown>, who = cs) =>
    door.call(calls.openCounterFamily, who, { params: { userId }, body });
  const tokenOf = async (family: Caller, who = cs): Promise<string> => {
    const answer = await open(family.id, { birth_date: BORN }, who);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().token;
  };
  /** A call for the family with the token. */
  const behalf = (
    call: (typeof calls.counterCalls)[number],
    token: string | undefined,
    params: Record<string, string>,
    body: unknown,
    { who = cs, headers = {} }: { who?: Caller; headers?: Record<string, string> } = {},
  ) =>
    door.call(call, who, {
      params,
      body,
      headers: { ...headers, ...(token !== undefined && { [COUNTER_TOKEN_HEADER]: token }) },
    });
  const sections = async (family: Caller): Promise<calls.CheckedSection[]> =>
    (await door.call(calls.listCheckedSections, family)).json();
  const keys = async (family: Caller) => (await sections(family)).map(({ key }) => key).toSorted();
  /** A family with a child, and a member of staff of its own, whose hour is unused. */
  async function scene() {
    const family = await door.caller('wali_murid', 'Rahmat Hidayat');
    const child = await makeChild(door, family, { full_name: 'Nayla Zahra' });
    return { family, child, clerk: await door.caller('cs', 'Rina CS') };
  }

  describe('finding', () => {
    test('when it is looked for by number, name, child, registration or NIK, then it is found, masked', async () => {
      const family = await door.caller('wali_murid', 'Kurniawan Prasetyo');
      const nik = someNik();
      const child = await makeChild(door, family, { full_name: 'Zulaikha Ramadhani', nik });
      const made = await makeRegistration(door, family, {}, child);
      const { phone } = await door.db('accounts').where({ id: family.id }).first();
      const words = [phone, `0${phone.slice(3)}`, 'kurniawan', 'zulaikha', made.registration_number, nik];
      for (const word of [...words, made.registration_number.toLowerCase()]) {
        const answer = await find(word);
        expect([word, answer.json()]).toEqual([
          word,
          [
            {
              user_id: family.id,
              name: 'K•••••••• P•••••••',
              phone: expect.stringContaining('•'),
              children: ['Z••••••• R••••••••'],
              opened: false,
            },
          ],
        ]);
      }
      expect((await find(nik.slice(0, 15))).json()).toEqual([]);
      const opened = (await find('zulaikha', cs, await tokenOf(family))).json();
      expect(opened).toMatchObject([
        { name: 'Kurniawan Prasetyo', phone, children: ['Zulaikha Ramadhani'], opened: true },
      ]);
      const trail = await door.db('audit_events').where({ action: 'families.searched', actor_id: cs.id });
      expect(JSON.stringify(trail)).not.toMatch(/zulaikha|kurniawan/iu);
      expect(door.logged()).not.toContain(nik);
    });

    test.each(['ab', '%%%', '___', '..', '"; --'])('when %j is looked for, then it is 400', async (word) => {
      expect((await find(word)).statusCode).toBe(400);
    });

    test('when what was typed is in many names, then there are eight at most, and a wildcard is a letter', async () => {
      const clerk = await door.caller('staff_tu');
      for (let at = 0; at < 12; at += 1) await door.caller('wali_murid', 'Sembilan Belas');
      expect((await find('sembilan', clerk)).json()).toHaveLength(COUNTER_FOUND_MAX);
      expect((await find('sem%lan', clerk)).json()).toEqual([]);
      expect((await find('Dewi CS', clerk)).json()).toEqual([]);
    });

    test('when sixty searches of an hour are used up, then it is 429 for that person, and an hour later none', async () => {
      const clerk = await door.caller('finance');
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => find('tidak ada yang bernama ini', clerk)),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      expect(refused).toHaveLength(4);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000);
      expect((await find('kurniawan')).statusCode).toBe(200);
      await door
        .db('counter_limits')
        .where({ staff_id: clerk.id })
        .update({ window_started_at: door.db.raw(`now() - interval '1 hour'`) });
      expect((await find('kurniawan', clerk)).statusCode).toBe(200);
    });
  });

  describe('opening', () => {
    test('when birth date or registration is right, then the card comes without identity numbers, and the trail has it', async () => {
      const { family, child, clerk } = await scene();
      const made = await makeRegistration(door, family, {}, child);
      for (const body of [
        { birth_date: BORN },
        { registration_number: made.registration_number.toLowerCase() },
      ]) {
        const answer = await open(family.id, body, clerk);
        expect(answer.json()).toMatchObject({
          family: {
            user_id: family.id,
            name: 'Rahmat Hidayat',
            children: [{ id: child.id, full_name: 'Nayla Zahra', editable: false }],
            registrations: [{ id: made.id }],
          },
        });
        expect(answer.body).not.toMatch(/"nik"|ktp|kk_number|income/u);
      }
      const trail = await door
        .db('audit_events')
        .where({ action: 'counter.opened', actor_id: clerk.id })
        .orderBy('id');
      expect(trail.map(({ details }) => details)).toEqual([
        { by: 'birth_date' },
        { by: 'registration_number' },
      ]);
    });

    test('when five answers are wrong, at once or one after the other, then the sixth is 429 whatever it says', async () => {
      const { family, clerk } = await scene();
      const other = await scene();
      const wrong = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          open(family.id, { birth_date: `2018-01-${String((at % 28) + 1).padStart(2, '0')}` }, clerk),
        ),
      );
      expect(wrong.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
      expect(wrong.filter(({ statusCode }) => statusCode === 429)).toHaveLength(35);
      expect((await open(other.family.id, { birth_date: BORN }, clerk)).statusCode).toBe(429);
      expect((await open(family.id, { birth_date: BORN })).statusCode).toBe(200);
      const trail = await door.db('audit_events').where({ action: 'counter.refused', actor_id: clerk.id });
      expect(trail).toHaveLength(5);
      expect(JSON.stringify(trail)).not.toContain('2018-01');
    });

    test('when right answers come, then they use up none of the wrong ones', async () => {
      const { family, clerk } = await scene();
      for (let at = 0; at < 8; at += 1)
        expect((await open(family.id, { birth_date: BORN }, clerk)).statusCode).toBe(200);
    });

    test.each([{}, { birth_date: BORN, registration_number: 'X' }, { name: 'Rahmat' }])(
      'when the body is %j, then it is 400',
      async (body) => {
        const { family, clerk } = await scene();
        expect((await open(family.id, body, clerk)).statusCode).toBe(400);
      },
    );

    test('when the account is of staff, unknown, closed or of another family’s child, then nothing is opened', async () => {
      const { family, clerk } = await scene();
      const closed = await scene();
      await door.db('accounts').where({ id: closed.family.id }).update({ active: false });
      for (const id of [cs.id, UNKNOWN_ID, closed.family.id])
        expect((await open(id, { birth_date: BORN }, clerk)).statusCode).toBe(404);
      const other = await makeRegistration(door, await door.caller());
      expect(
        (await open(family.id, { registration_number: other.registration_number }, clerk)).statusCode,
      ).toBe(422);
    });

    test('when a family has no child yet, then its maker opens it by the whole number, and no other person', async () => {
      const [maker, other]: TestAccount[] = [
        await auth.account({ role: 'cs' }),
        await auth.account({ role: 'admin' }),
      ];
      const staff = async ({ id, role }: TestAccount) => {
        await door
          .db('accounts')
          .insert({ id, name: 'Petugas', role, phone: null, active: true, version: 1 });
        return { id, role, name: 'Petugas' };
      };
      const [own, foreign] = [await staff(maker!), await staff(other!)];
      const phone = auth.phone();
      const made = await auth.call(calls.makeCounterFamily, maker!, { body: { name: 'Siti', phone } });
      const id: string = made.json().user_id;
      await door
        .db('accounts')
        .insert({ id, name: 'Siti', role: 'wali_murid', phone, active: true, version: 1 });
      expect((await open(id, { phone }, own)).statusCode).toBe(200);
      expect((await open(id, { phone: auth.phone() }, own)).statusCode).toBe(422);
      expect((await open(id, { phone }, foreign)).statusCode).toBe(422);
      // The token of the call that made it opens it in this service, too.
      const added = await behalf(calls.addCounterChild, made.json().token, { userId: id }, childForm(), {
        who: own,
      });
      expect(added.statusCode).toBe(201);
      expect((await open(id, { phone }, own)).statusCode).toBe(422);
      expect((await open(id, { birth_date: BORN }, own)).statusCode).toBe(200);
    });
  });

  describe('acting for a family', () => {
    const fourCalls = (family: Caller, childId: string) =>
      [
        [calls.putCounterProfile, { userId: family.id }, { father_name: 'Rahmat' }],
        [calls.addCounterChild, { userId: family.id }, childForm({ full_name: 'Adik Baru' })],
        [calls.putCounterChild, { id: childId }, { nick_name: 'Nay' }],
        [calls.addCounterRegistration, { userId: family.id }, registrationForm(childId)],
      ] as const;

    test('when there is no token, another person’s, another family’s, an old or a changed one, then it is 403 and nothing is written', async () => {
      const { family, child, clerk } = await scene();
      const other = await scene();
      const token = await tokenOf(family, clerk);
      const foreign = await tokenOf(other.family, clerk);
      const before = await door.db('entered_sections').count();
      for (const [call, params, body] of fourCalls(family, child.id)) {
        const refused = async (what: string, sent: string | undefined, who: Caller = clerk) => {
          const answer = await behalf(call, sent, params, body, { who });
          // A child is looked for in the family that the token opens.
          const expected =
            call === calls.putCounterChild && what === 'another family’s'
              ? [404, 'not_found']
              : [403, 'not_opened'];
          expect([call.id, what, answer.statusCode, answer.json().code]).toEqual([
            call.id,
            what,
            ...expected,
          ]);
        };
        await refused('none', undefined);
        await refused('another person’s', token, cs);
        await refused('another family’s', foreign);
        await refused('changed', token.replace(family.id, other.family.id));
        await refused('made up', 'x');
        door.setClock(new Date(Date.now() + MINUTES_30 + 1000));
        await refused('old', token);
        door.setClock(null);
      }
      expect(await door.db('entered_sections').count()).toEqual(before);
      expect((await door.call(getChild, family, { params: { id: child.id } })).json().nick_name).toBeNull();
    });

    test('when all four steps are saved, then they are the family’s, marked as entered by the person, and its first child is told of', async () => {
      const family = await door.caller('wali_murid', 'Keluarga Loket');
      const { clerk } = await scene();
      const first = await makeChild(door, family, { full_name: 'Kakak' });
      const token = await tokenOf(family, clerk);
      const userId = family.id;
      const profile = await behalf(
        calls.putCounterProfile,
        token,
        { userId },
        { mother_name: 'Sari', mother_ktp: '9912340105190001' },
        { who: clerk },
      );
      expect(profile.json()).toMatchObject({ user_id: userId, mother_name: 'Sari' });
      expect(profile.body).not.toMatch(/ktp|income/u);
      const key = uuidv7();
      const add = () =>
        behalf(calls.addCounterChild, token, { userId }, childForm({ full_name: 'Bima', nik: someNik() }), {
          who: clerk,
          headers: { 'idempotency-key': key },
        });
      const child = (await add()).json();
      expect(child).toMatchObject({ full_name: 'Bima', editable: true });
      const changed = await behalf(
        calls.putCounterChild,
        token,
        { id: child.id },
        { nick_name: 'Bim' },
        { who: clerk },
      );
      expect(changed.json()).toMatchObject({ nick_name: 'Bim', editable: true });
      const registered = await behalf(
        calls.addCounterRegistration,
        token,
        { userId },
        registrationForm(child.id),
        { who: clerk },
      );
      expect([registered.statusCode, registered.json()]).toMatchObject([
        201,
        { child_id: child.id, current_stage: 'registered', payment_status: 'pending' },
      ]);
      const again = await behalf(
        calls.addCounterRegistration,
        token,
        { userId },
        registrationForm(child.id),
        { who: clerk },
      );
      expect([again.statusCode, again.json().code]).toEqual([409, 'already_registered']);

      const registration = `registration:${registered.json().id}`;
      expect(await sections(family)).toMatchObject([
        { key: 'profile', label: 'Data orang tua', entered_by: { name: 'Rina CS', role: 'cs' } },
        { key: `child:${child.id}`, label: 'Data anak: Bima' },
        { key: registration, label: `Pendaftaran ${registered.json().registration_number}: Bima` },
      ]);
      const trail = await door.db('audit_events').whereIn('subject_id', [child.id, registered.json().id]);
      expect(new Set(trail.map(({ actor_id }) => actor_id))).toEqual(new Set([clerk.id]));
      const told = door.published.filter(
        ({ type, payload }) => type === 'counter.child.entered' && payload['userId'] === userId,
      );
      expect(told).toHaveLength(1);
      const message = door.published.find(
        ({ payload }) => payload['dedupeKey'] === `registration_received:${registered.json().id}`,
      );
      const { phone } = await door.db('accounts').where({ id: userId }).first();
      expect(message?.payload['to']).toBe(phone);
      // A child that the family entered itself is its own to change.
      const own = await behalf(
        calls.putCounterChild,
        token,
        { id: first.id },
        { nick_name: 'Kak' },
        { who: clerk },
      );
      expect([own.statusCode, own.json().code]).toEqual([409, 'confirmed_by_family']);
    });

    test('when a rule refuses the family, then it refuses the counter in the same way', async () => {
      const { family, child, clerk } = await scene();
      const token = await tokenOf(family, clerk);
      const [, , , register] = fourCalls(family, child.id);
      const send = (body: unknown) => behalf(register[0], token, register[1], body, { who: clerk });
      expect((await send(registrationForm(UNKNOWN_ID))).statusCode).toBe(404);
      expect((await send(registrationForm(child.id, { academic_year: '2019/2020' }))).statusCode).toBe(422);
      const same = childForm({ full_name: 'nayla  zahra', same_child_known: false });
      const twice = await behalf(calls.addCounterChild, token, { userId: family.id }, same, { who: clerk });
      expect([twice.statusCode, twice.json().code]).toEqual([409, 'same_child']);
      const stale = await behalf(
        calls.putCounterProfile,
        token,
        { userId: family.id },
        { father_name: 'A' },
        { who: clerk, headers: { 'if-match': '"99"' } },
      );
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale']);
    });

    test('when one key is used for two families, then each gets its own child', async () => {
      const [one, two] = [await scene(), await scene()];
      const headers = { 'idempotency-key': uuidv7() };
      const added = [];
      for (const { family } of [one, two]) {
        const token = await tokenOf(family, one.clerk);
        const body = childForm({ full_name: 'Sama Nama' });
        added.push(
          (
            await behalf(calls.addCounterChild, token, { userId: family.id }, body, {
              who: one.clerk,
              headers,
            })
          ).json().parent_id,
        );
      }
      expect(new Set(added).size).toBe(2);
    });
  });

  describe('the family’s check', () => {
    async function entered() {
      const { family, clerk } = await scene();
      const token = await tokenOf(family, clerk);
      await behalf(
        calls.putCounterProfile,
        token,
        { userId: family.id },
        { father_name: 'Rahmat' },
        { who: clerk },
      );
      const child = (
        await behalf(calls.addCounterChild, token, { userId: family.id }, childForm({ full_name: 'Bima' }), {
          who: clerk,
        })
      ).json();
      return { family, clerk, token, child, key: `child:${child.id}` };
    }
    const confirm = (family: Caller, list: readonly string[]) =>
      door.call(calls.confirmSections, family, { body: { sections: list } });
    const unchecked = async (): Promise<calls.UncheckedSection[]> =>
      (await door.call(calls.listUncheckedSections, cs)).json();

    test('when the family says it is right, then the section is gone for both, and the counter changes the child no more', async () => {
      const { family, clerk, token, child, key } = await entered();
      const stranger = await door.caller();
      expect((await confirm(stranger, [key, 'profile'])).json()).toEqual([]);
      expect(await keys(family)).toEqual([key, 'profile'].toSorted());
      expect((await unchecked()).filter(({ user_id }) => user_id === family.id)).toHaveLength(2);
      expect(
        (await confirm(family, [key, 'child:019a0000-0000-7000-8000-000000000001'])).json(),
      ).toMatchObject([{ key: 'profile' }]);
      expect((await unchecked()).filter(({ user_id }) => user_id === family.id)).toMatchObject([
        { key: 'profile', name: 'Rahmat Hidayat', entered_by: { name: 'Rina CS' } },
      ]);
      const later = await behalf(
        calls.putCounterChild,
        token,
        { id: child.id },
        { nick_name: 'Bim' },
        { who: clerk },
      );
      expect([later.statusCode, later.json().code]).toEqual([409, 'confirmed_by_family']);
      const trail = await door
        .db('audit_events')
        .where({ action: 'sections.confirmed', subject_id: family.id });
      expect(trail.map(({ details }) => details)).toEqual([{ sections: [key] }]);
    });

    test('when the family corrects a section itself, then it has checked it', async () => {
      const { family, child } = await entered();
      await door.call(updateChild, family, { params: { id: child.id }, body: { nick_name: 'Bim' } });
      expect(await keys(family)).toEqual(['profile']);
    });

    test('when more waits than one answer has, then the answer says how much', async () => {
      await door.db.raw(`with a as (
          insert into accounts (id, name, role, phone, active, version)
          select gen_random_uuid(), 'Wali', 'wali_murid', '+62814' || (10000000 + n), true, 1 from generate_series(1, 205) n
          returning id)
        insert into entered_sections (user_id, key, entered_by_id, entered_by_role) select id, 'profile', id, 'cs' from a`);
      const answer = await door.call(calls.listUncheckedSections, cs);
      await door.db('entered_sections').whereRaw('entered_by_id = user_id').delete();
      expect(answer.json()).toHaveLength(200);
      expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(205);
    });

    test('when four weeks are over, then it counts as seen', async () => {
      const { family, clerk, token, child } = await entered();
      const age = (interval: string) =>
        door
          .db('entered_sections')
          .where({ user_id: family.id })
          .update({ entered_at: door.db.raw('now() - ?::interval', [interval]) });
      await age('27 days 23 hours');
      expect(await keys(family)).toHaveLength(2);
      await age('28 days');
      expect(await keys(family)).toEqual([]);
      const late = await behalf(
        calls.putCounterChild,
        token,
        { id: child.id },
        { nick_name: 'Bim' },
        { who: clerk },
      );
      expect(late.statusCode).toBe(409);
    });

    test('when family and counter write at once, then the child is either the family’s or waits for its check', async () => {
      const { family, clerk, token, child, key } = await entered();
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          at % 2 === 0
            ? confirm(family, [key])
            : behalf(
                calls.putCounterChild,
                token,
                { id: child.id },
                { nick_name: `Bim ${'abcdefghijklmnopqrst'[(at - 1) / 2]}` },
                { who: clerk },
              ),
        ),
      );
      expect(sent.filter(({ statusCode }) => ![200, 409].includes(statusCode))).toEqual([]);
      await confirm(family, [key]);
      const after = await behalf(
        calls.putCounterChild,
        token,
        { id: child.id },
        { nick_name: 'Lain' },
        { who: clerk },
      );
      expect(after.statusCode).toBe(409);
    });

    test('when the child is deleted or the data are erased, then nothing of it is left to check', async () => {
      const { family, child } = await entered();
      await door.db('children').where({ id: child.id }).update({ deleted_at: new Date() });
      expect(await keys(family)).toEqual(['profile']);
      const asked = await door.call(requestErasure, family, { body: {} });
      const admin = await door.caller('admin');
      await door.call(decideErasure, admin, {
        params: { id: asked.json().id },
        body: { status: 'approved' },
      });
      deepStrictEqual(await door.db('entered_sections').where({ user_id: family.id }), []);
    });
  });
});
