import { createRegistration, deleteRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { listWaves, updateWave } from '@gerbang/contracts/waves';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, publishedSince, registrationForm } from './families.ts';
import { inMinutes, makeWave, withoutWaves } from './waves.ts';

describe('waves decide about registrations', () => {
  let door: Door;
  let clerk: Caller;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    clerk = await door.caller('cs');
    family = await door.caller();
  });
  beforeEach(() => withoutWaves(door));
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const register = async (change: Record<string, unknown> = {}) => {
    const { id } = await makeChild(door, family);
    return door.call(createRegistration, family, { body: registrationForm(id, change) });
  };
  const waveOf = async (id: string) => (await door.db('registrations').where({ id }).first()).wave_id;
  const refusal = (answer: { statusCode: number; json(): { code?: string; message?: string } }) => {
    const { code, message } = answer.json();
    return [answer.statusCode, code, message];
  };

  test('when there are no waves, then registration, event and trail are as without the feature', async () => {
    const before = door.published.length;
    const made = (await register()).json();
    expect(await waveOf(made.id)).toBeNull();
    const [event] = publishedSince(door, before, 'registration.changed');
    expect(event).not.toHaveProperty('wave_payment_period');
    const [entry] = await door.db('audit_events').where({ subject_id: made.id });
    expect(Object.keys(entry.details)).toEqual(['fee', 'number', 'child_id']);
    expect(Object.keys(made).filter((key) => key.includes('wave'))).toEqual([]);
  });

  test('when waves are of another level or year, or cancelled, then they limit nothing', async () => {
    await makeWave(door, clerk, { jenjang: 'TK', opens_at: inMinutes(30) });
    const { id, version } = await makeWave(door, clerk, { opens_at: inMinutes(30) });
    await door.call(updateWave, clerk, { params: { id }, body: { cancelled: true, version } });
    const made = await register();
    expect([made.statusCode, await waveOf(made.json().id)]).toEqual([201, null]);
  });

  test('when a wave opens and closes, then the moment of the database’s clock decides', async () => {
    const opens = inMinutes(60);
    const { id } = await makeWave(door, clerk, { name: '1', opens_at: opens, closes_at: inMinutes(120) });
    const lasts = (from: string, to: string) =>
      door.db.raw(
        `update admission_waves set opens_at = now() + ?::interval, closes_at = now() + ?::interval where id = ?`,
        [from, to, id],
      );
    const day = dayText(jakartaDay(new Date(opens)));
    expect(refusal(await register())).toEqual([409, 'wave_not_open', `Pendaftaran SD dibuka ${day}.`]);
    // The clock of the program that takes the call is an hour off.
    door.setClock(new Date(inMinutes(60)));
    expect(refusal(await register())).toEqual([409, 'wave_not_open', `Pendaftaran SD dibuka ${day}.`]);
    await lasts('0', '1 minute');
    const first = await register();
    expect([first.statusCode, await waveOf(first.json().id)]).toEqual([201, id]);
    door.setClock(new Date(inMinutes(-60)));
    expect((await register()).statusCode).toBe(201);
    await lasts('-1 minute', '0');
    expect(refusal(await register())).toEqual([409, 'wave_closed', 'Gelombang 1 sudah ditutup.']);
    await makeWave(door, clerk, { name: '2', opens_at: inMinutes(180), closes_at: inMinutes(240) });
    expect((await register()).json().code).toBe('wave_not_open');
  });

  test('when a wave is full, then 409 until a place is free: by a deletion, or by more places', async () => {
    const wave = await makeWave(door, clerk, { applicants_max: 2 });
    const [one] = [await makeRegistration(door, family), await makeRegistration(door, family)];
    expect(refusal(await register())).toEqual([409, 'wave_full', 'Gelombang 1 sudah penuh.']);
    const { levels } = (await door.call(listWaves, family)).json();
    expect(levels[0].waves[0]).toMatchObject({ state: 'full', left: 'penuh' });
    await door.call(deleteRegistration, family, { params: { id: one?.id ?? '' } });
    expect((await register()).statusCode).toBe(201);
    expect((await register()).json().code).toBe('wave_full');
    const { id, version } = wave;
    await door.call(updateWave, clerk, { params: { id }, body: { applicants_max: 3, version } });
    expect((await register()).statusCode).toBe(201);
  });

  test('when a registration changes its level, then it takes a place there and frees its own, or stays as it was', async () => {
    const sd = await makeWave(door, clerk, { applicants_max: 1 });
    const smp = await makeWave(door, clerk, { jenjang: 'SMP', applicants_max: 1 });
    const made = await makeRegistration(door, family);
    const other = await makeRegistration(door, family, { jenjang: 'SMP', kelas: '7' });
    const move = (jenjang: string, kelas: string) =>
      door.call(updateRegistration, family, { params: { id: made.id }, body: { jenjang, kelas } });
    expect((await move('SMP', '7')).json().code).toBe('wave_full');
    expect(await door.db('registrations').where({ id: made.id }).first()).toMatchObject({
      jenjang: 'SD',
      wave_id: sd.id,
      registration_number: made.registration_number,
    });
    await door.call(deleteRegistration, family, { params: { id: other.id } });
    expect((await move('SMP', '7')).statusCode).toBe(200);
    expect(await waveOf(made.id)).toBe(smp.id);
    expect((await register()).statusCode).toBe(201);
    expect((await move('TK', 'TK A')).statusCode).toBe(200);
    expect(await waveOf(made.id)).toBeNull();
  });

  test('when a key is sent again after the wave is full, then the first answer comes once more', async () => {
    await makeWave(door, clerk, { applicants_max: 1 });
    const { id } = await makeChild(door, family);
    const send = () =>
      door.call(createRegistration, family, {
        body: registrationForm(id),
        headers: { 'idempotency-key': 'gelombang-1' },
      });
    const first = await send();
    expect([first.statusCode, (await send()).json()]).toEqual([201, first.json()]);
  });
});
