import {
  confirmWaveFee,
  createWave,
  deleteWave,
  listWaves,
  updateWave,
  type StaffWave,
} from '@gerbang/contracts/waves';
import { deleteRegistration } from '@gerbang/contracts/registrations';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, publishedSince, statuses, YEAR } from './families.ts';
import { inMinutes, makeWave, waveForm, withoutWaves } from './waves.ts';

describe('waves of registration', () => {
  let door: Door;
  let clerk: Caller;
  let finance: Caller;
  let admin: Caller;
  let head: Caller;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    clerk = await door.caller('cs', 'Citra');
    finance = await door.caller('finance', 'Budi');
    admin = await door.caller('admin', 'Wati');
    head = await door.caller('manager_pendidikan', 'Kepala');
    family = await door.caller();
  });
  beforeEach(() => withoutWaves(door));
  afterAll(() => door.close());

  const add = (change: Record<string, unknown> = {}, caller = clerk) =>
    door.call(createWave, caller, { body: waveForm(change) });
  const change = ({ id, version }: StaffWave, body: Record<string, unknown>, caller = clerk) =>
    door.call(updateWave, caller, { params: { id }, body: { version, ...body } });
  const list = async (caller: Caller) =>
    (await door.call(listWaves, caller, { query: `academic_year=${encodeURIComponent(YEAR)}` })).json();
  const confirm = ({ id, version }: StaffWave, caller: Caller, yes = true) =>
    door.call(confirmWaveFee, caller, { params: { id }, body: { confirm: yes, version } });
  const trail = (subject: string) => door.db('audit_events').where({ subject_id: subject }).orderBy('id');

  test('when there are no waves, then the list is empty for everybody', async () => {
    for (const caller of [family, clerk]) {
      expect(await list(caller)).toEqual({ academic_year: YEAR, levels: [] });
    }
  });

  test('when a wave is added, then staff read all of it and a family neither its number nor its note', async () => {
    const made = await makeWave(door, clerk, { applicants_max: 20, note: 'Untuk alumni TK' });
    const fee = door.context.school.settings.levels.find(({ jenjang }) => jenjang === 'SD')?.fee;
    const shown = {
      name: 'Gelombang 1',
      state: 'open',
      opens_at: inMinutes(-60),
      closes_at: inMinutes(60),
      fee,
      left: 'banyak',
    };
    expect((await list(family)).levels).toEqual([{ jenjang: 'SD', waves: [shown] }]);
    const { academic_year: _year, jenjang: _level, ...ofStaff } = made;
    expect((await list(finance)).levels).toEqual([{ jenjang: 'SD', waves: [ofStaff] }]);
    expect(made).toMatchObject({ ...shown, version: 1, applicants_max: 20, note: 'Untuk alumni TK' });
    expect(await trail(made.id)).toMatchObject([
      { action: 'wave.created', actor_name: 'Citra', details: { wave: 'Gelombang 1', applicants_max: 20 } },
    ]);
  });

  test('when a wave ends before it begins, is of a closed year or of an unknown period, then 422 says where', async () => {
    const answers = await Promise.all([
      add({ closes_at: inMinutes(-60) }),
      add({ academic_year: '2031/2032' }),
      add({ payment_period: 'Gelombang 99' }),
    ]);
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [422, 'closes_before_opens'],
      [422, 'academic_year'],
      [422, 'payment_period'],
    ]);
  });

  test('when a wave overlaps another of its level, then 409; beside it, in another level or cancelled, it does not', async () => {
    const first = await makeWave(door, clerk);
    const overlapping = { name: '2', opens_at: inMinutes(59), closes_at: inMinutes(90) };
    const refused = await add(overlapping);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'wave_overlap']);
    expect(statuses([await add({ ...overlapping, jenjang: 'TK' })])).toEqual([201]);
    const second = await makeWave(door, clerk, { ...overlapping, opens_at: inMinutes(60) });
    expect((await change(second, { opens_at: inMinutes(30) })).json().code).toBe('wave_overlap');
    const cancelled = (await change(first, { cancelled: true })).json();
    expect(cancelled).toMatchObject({ cancelled: true, state: 'closed', left: null });
    const moved = await change(second, { opens_at: inMinutes(30) });
    expect(moved.json()).toMatchObject({ opens_at: inMinutes(30), version: 2 });
    expect((await change(cancelled, { cancelled: false })).json().code).toBe('wave_overlap');
    expect((await list(family)).levels.map((one: { waves: unknown[] }) => one.waves.length)).toEqual([1, 1]);
    expect((await trail(first.id)).map(({ action }) => action)).toEqual(['wave.created', 'wave.cancelled']);
  });

  test('when two people change one wave, then the second is told of the first; nothing new writes nothing', async () => {
    const made = await makeWave(door, clerk, { applicants_max: 5 });
    expect((await change(made, { applicants_max: 9 }, head)).statusCode).toBe(200);
    const stale = await change(made, { name: 'Lain' });
    expect(stale.json()).toMatchObject({
      code: 'stale',
      stale: { changed_by: { name: 'Kepala' }, present: { applicants_max: 9, version: 2 } },
    });
    const same = await change(
      { ...made, version: 2 },
      { applicants_max: 9, note: '', opens_at: made.opens_at },
    );
    expect(same.json().version).toBe(2);
    expect(await trail(made.id)).toHaveLength(2);
  });

  test('when a registration is in a wave, then it is neither deleted nor moved; a deleted one holds nothing', async () => {
    const made = await makeWave(door, clerk);
    const inside = await makeRegistration(door, family);
    const remove = () => door.call(deleteWave, head, { params: { id: made.id } });
    expect((await remove()).json()).toMatchObject({ code: 'wave_in_use', details: { count: 1 } });
    expect((await change(made, { opens_at: inMinutes(-90) })).json().code).toBe('wave_in_use');
    const longer = await change(made, { closes_at: inMinutes(90) });
    expect(longer.json().closes_at).toBe(inMinutes(90));
    await door.call(deleteRegistration, family, { params: { id: inside.id } });
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    expect((await trail(made.id)).at(-1)).toMatchObject({ action: 'wave.deleted', actor_name: 'Kepala' });
  });

  test('when a wave has a fee of its own, then the level’s is owed until another person confirms it', async () => {
    const made = await makeWave(door, admin, { fee_override: 250_000 });
    const levelFee = door.context.school.settings.levels.find(({ jenjang }) => jenjang === 'SD')?.fee;
    expect(made).toMatchObject({ fee: levelFee, fee_override: 250_000, may_confirm: false });
    const own = await confirm(made, admin);
    expect([own.statusCode, own.json().code]).toEqual([403, 'four_eyes']);
    const before = await makeRegistration(door, family);
    const confirmed = await confirm(made, finance);
    expect(confirmed.json()).toMatchObject({
      fee: 250_000,
      fee_typed_by: { name: 'Wati', role: 'admin' },
      fee_confirmed_by: { name: 'Budi', role: 'finance' },
    });
    const after = await makeRegistration(door, family);
    expect([before.payment_amount, after.payment_amount]).toEqual([levelFee, 250_000]);
    const changed = await change(confirmed.json(), { fee_override: 200_000 });
    expect(changed.json()).toMatchObject({
      fee: levelFee,
      fee_confirmed_by: null,
      fee_typed_by: { name: 'Citra' },
    });
    expect((await makeRegistration(door, family)).payment_amount).toBe(levelFee);
    const again = (await confirm(changed.json(), admin)).json();
    expect(again.fee).toBe(200_000);
    const withdrawn = (await confirm(again, finance, false)).json();
    expect(withdrawn).toMatchObject({ fee: levelFee, fee_confirmed_by: null, fee_override: 200_000 });
    const kept = await door.db('registrations').whereNotNull('wave_id').orderBy('id').pluck('payment_amount');
    expect(kept).toEqual([levelFee, 250_000, levelFee]);
    expect((await trail(made.id)).map(({ action }) => action)).toEqual([
      'wave.created',
      'wave.fee_confirmed',
      'wave.changed',
      'wave.fee_confirmed',
      'wave.fee_withdrawn',
    ]);
  });

  test('when a wave has no fee of its own, then there is nothing to confirm', async () => {
    const answer = await confirm(await makeWave(door, clerk), finance);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_own_fee']);
  });

  test('when four eyes are off, then one person types and confirms', async () => {
    const alone = await openDoor({ FOUR_EYES: 'off' });
    try {
      const one = await alone.caller('admin');
      const made = await makeWave(alone, one, { fee_override: 1000 });
      expect(made.may_confirm).toBe(true);
      const { id, version } = made;
      const answer = await alone.call(confirmWaveFee, one, {
        params: { id },
        body: { confirm: true, version },
      });
      expect(answer.json().fee).toBe(1000);
    } finally {
      await alone.close();
    }
  });

  test('when a wave proposes a payment period, then registrations carry it, and those within hear of a change', async () => {
    const [early, late] = door.context.school.settings.payment_periods;
    const made = await makeWave(door, clerk, { payment_period: early });
    let before = door.published.length;
    const { id } = await makeRegistration(door, family);
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      { id, version: 1, wave_payment_period: early },
    ]);
    before = door.published.length;
    await change(made, { payment_period: late });
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      { id, version: 2, wave_payment_period: late },
    ]);
  });
});
