import { createRegistration, deleteRegistration } from '@gerbang/contracts/registrations';
import { confirmWaveFee, createWave, deleteWave, updateWave } from '@gerbang/contracts/waves';
import { patient } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, registrationForm, statuses } from './families.ts';
import { inMinutes, makeWave, waveForm, withoutWaves } from './waves.ts';

const CALLERS = 40;
const PLACES = 12;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_all, index) => make(index)));
const repeat = (status: number, count: number) => Array.from({ length: count }, () => status);

describe('many at once in a wave', () => {
  let door: Door;
  let clerk: Caller;
  let head: Caller;
  beforeAll(async () => {
    door = patient(await openDoor());
    clerk = await door.caller('cs');
    head = await door.caller('manager_pendidikan');
  });
  beforeEach(() => withoutWaves(door));
  afterAll(() => door.close());

  const register = (caller: Caller, child: string) =>
    door.call(createRegistration, caller, { body: registrationForm(child) });
  const inWave = async (id: string) =>
    (await door.db('registrations').where({ wave_id: id }).whereNull('deleted_at')).length;

  test('when forty families register at once for twelve places, then twelve rows are there and the others read 409', async () => {
    const wave = await makeWave(door, clerk, { applicants_max: PLACES });
    const families = await times(CALLERS, async () => {
      const caller = await door.caller();
      return { caller, child: (await makeChild(door, caller)).id };
    });
    const answers = await times(CALLERS, (index) => {
      const { caller, child } = families[index] ?? { caller: clerk, child: '' };
      return register(caller, child);
    });
    expect(statuses(answers)).toEqual([...repeat(201, PLACES), ...repeat(409, CALLERS - PLACES)]);
    expect(
      new Set(answers.filter(({ statusCode }) => statusCode === 409).map((one) => one.json().code)),
    ).toEqual(new Set(['wave_full']));
    expect(await inWave(wave.id)).toBe(PLACES);
    const sequences = await door.db('registration_numbers').orderBy('sequence').pluck('sequence');
    expect(sequences).toEqual(Array.from({ length: PLACES }, (_all, index) => index + 1));
  });

  test('when some delete while others register, then the wave never holds more than its places', async () => {
    const wave = await makeWave(door, clerk, { applicants_max: 5 });
    const caller = await door.caller();
    const held = await times(5, () => makeRegistration(door, caller));
    const children = await times(20, () => makeChild(door, caller));
    const answers = await times(40, (index) =>
      index % 2
        ? register(caller, children[(index - 1) / 2]?.id ?? '')
        : door.call(deleteRegistration, caller, { params: { id: held[(index / 2) % 5]?.id ?? '' } }),
    );
    for (const { statusCode } of answers) expect([201, 204, 404, 409]).toContain(statusCode);
    expect(await inWave(wave.id)).toBe(answers.filter(({ statusCode }) => statusCode === 201).length);
    expect(await inWave(wave.id)).toBeLessThanOrEqual(5);
  });

  test('when forty people add overlapping waves at once, then one is there, and no call fails otherwise', async () => {
    const answers = await times(CALLERS, (index) =>
      door.call(createWave, clerk, {
        body: waveForm({ name: `G${index}`, opens_at: inMinutes(index), closes_at: inMinutes(index + 100) }),
      }),
    );
    expect(statuses(answers)).toEqual([201, ...repeat(409, CALLERS - 1)]);
    expect(await door.db('admission_waves')).toHaveLength(1);
  });

  test('when a wave is deleted while families enter it, then none of them is left in a wave that is gone', async () => {
    const wave = await makeWave(door, clerk);
    const caller = await door.caller();
    const children = await times(10, () => makeChild(door, caller));
    const answers = await times(20, (index) =>
      index % 2
        ? register(caller, children[(index - 1) / 2]?.id ?? '')
        : door.call(deleteWave, head, { params: { id: wave.id } }),
    );
    for (const { statusCode } of answers) expect([201, 204, 404, 409]).toContain(statusCode);
    const [left] = await door.db('admission_waves').where({ id: wave.id });
    const entered = await inWave(wave.id);
    expect(left === undefined ? entered : 0).toBe(0);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  });

  test('when places are taken away while families enter, then never more enter than there are', async () => {
    const wave = await makeWave(door, clerk, { applicants_max: 30 });
    const caller = await door.caller();
    const children = await times(CALLERS, () => makeChild(door, caller));
    const [changed, ...answers] = await Promise.all([
      door.call(updateWave, clerk, {
        params: { id: wave.id },
        body: { applicants_max: 10, version: wave.version },
      }),
      ...children.map(({ id }) => register(caller, id)),
    ]);
    expect(changed.statusCode).toBe(200);
    const made = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(made).toBeGreaterThanOrEqual(10);
    expect(made).toBeLessThanOrEqual(30);
    expect(await inWave(wave.id)).toBe(made);
    const late = await register(caller, (await makeChild(door, caller)).id);
    expect(late.json().code).toBe('wave_full');
  });

  test('when a fee is changed and confirmed at once, then no unseen figure counts', async () => {
    const finance = await door.caller('finance');
    const { id, version } = await makeWave(door, clerk, { fee_override: 100 });
    const answers = await times(CALLERS, (index) =>
      index % 2
        ? door.call(confirmWaveFee, finance, { params: { id }, body: { confirm: true, version } })
        : door.call(updateWave, clerk, { params: { id }, body: { fee_override: 1000 + index, version } }),
    );
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    const row = await door.db('admission_waves').where({ id }).first();
    expect(row.fee_confirmed_by_id === null ? 100 : row.fee_override).toBe(100);
  });
});
