import {
  copySchoolVersion,
  discardDraft,
  getSchoolVersion,
  listSchoolVersions,
} from '@gerbang/contracts/school-versions';
import type { Door } from './door.ts';
import {
  bring,
  save,
  schoolNow,
  type SchoolStaff,
  settingsOf,
  withAccount,
  withFee,
  useSchool,
} from './school-world.ts';

describe('the draft of the school’s settings', () => {
  let door: Door;
  let staff: SchoolStaff;
  useSchool((desk) => ({ door, staff } = desk));

  test('when finance changes a fee, then the draft names the change with both figures', async () => {
    const answer = await save(door, staff.finance, withFee(settingsOf(door), 'SD', 600_000));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      version: 2,
      based_on: 1,
      money_changed: true,
      row_version: 1,
      edited_by: [{ id: staff.finance.id, name: 'Budi', role: 'finance', money: true }],
      changes: [{ path: 'levels.SD.fee', before: 'Rp550.000', after: 'Rp600.000', money: true }],
      blocks: [],
    });
    const { draft, active } = await schoolNow(door, staff.manager);
    expect(draft.changes).toEqual(answer.json().changes);
    expect(active).toMatchObject({ version: 1, activated_by_name: 'Sistem' });
  });

  test('when a role changes the other’s part, then 403 not_your_part, also hidden among its own', async () => {
    const settings = settingsOf(door);
    const both = { ...withFee(settings, 'SD', 600_000), city: 'Depok' };
    for (const [caller, wanted, roles] of [
      [staff.finance, { ...settings, city: 'Depok' }, 'Administrator atau IT'],
      [staff.it, withFee(settings, 'SD', 600_000), 'Keuangan atau Administrator'],
      [staff.finance, both, 'Administrator atau IT'],
      [staff.it, both, 'Keuangan atau Administrator'],
    ] as const) {
      const answer = await save(door, caller, wanted);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_your_part']);
      expect(answer.json().message).toContain('Bagian ini hanya dapat diubah oleh');
      expect(answer.json().message.toLowerCase()).toContain(roles.split(' ')[0]!.toLowerCase());
    }
    expect((await schoolNow(door, staff.it)).draft).toBeNull();
  });

  test('when a second editor goes on with the draft, then only what it changes itself is its part', async () => {
    const first = withFee(settingsOf(door), 'SD', 600_000);
    const { row_version } = (await save(door, staff.finance, first)).json();
    const answer = await save(door, staff.it, { ...first, city: 'Depok' }, row_version);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().edited_by).toMatchObject([
      { id: staff.finance.id, money: true },
      { id: staff.it.id, money: false },
    ]);
  });

  test('when the draft was changed or dropped since it was read, then 409 stale', async () => {
    const settings = withFee(settingsOf(door), 'SD', 600_000);
    await save(door, staff.finance, settings);
    for (const version of [undefined, 7]) {
      const answer = await save(door, staff.admin, settings, version);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale']);
      const { changed_by, present } = answer.json().stale;
      expect(changed_by).toEqual({ name: 'Budi', role: 'finance' });
      expect(present).toMatchObject({ settings, row_version: 1 });
    }
    await door.call(discardDraft, staff.finance);
    expect((await save(door, staff.admin, settings, 1)).json().code).toBe('stale');
  });

  test('when two save the same draft at once, then one of them is stale', async () => {
    const settings = settingsOf(door);
    await save(door, staff.admin, withFee(settings, 'SD', 600_000));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_all, index) =>
        save(door, staff.admin, withFee(settings, 'SD', 600_000 + index), 1),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(39);
  });

  test('when a known account gets another number, then 422; a new key may have it', async () => {
    const settings = settingsOf(door);
    const [account] = settings.accounts;
    const renumbered = { ...settings, accounts: [{ ...account!, account_number: '111 222 333' }] };
    const answer = await save(door, staff.finance, renumbered);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'account_key']);
    expect((await save(door, staff.finance, withAccount(settings, 'baru', '111 222 333'))).statusCode).toBe(
      200,
    );
  });

  test.each([
    ['HTML', (settings: object) => ({ ...settings, city: '<b>Depok</b>' }), 400],
    ['a control character', (settings: object) => ({ ...settings, city: 'Dep\u0007ok' }), 400],
    ['a field that does not exist', (settings: object) => ({ ...settings, secret: 1 }), 400],
    [
      'something deep',
      (settings: object) => ({ ...settings, texts: JSON.parse('{"a":'.repeat(20) + '1' + '}'.repeat(20)) }),
      400,
    ],
    ['a megabyte', (settings: object) => ({ ...settings, address: 'x'.repeat(1_000_000) }), 413],
    [
      'full tables of fees in more than 512 KiB',
      (settings: object) => ({
        ...settings,
        fee_tables: Array.from({ length: 10 }, () => ({
          title: 'Biaya',
          columns: Array.from({ length: 8 }, () => 'Kolom'),
          rows: Array.from({ length: 40 }, () => Array.from({ length: 8 }, () => 'x'.repeat(170))),
          image_url: null,
        })),
      }),
      413,
    ],
  ])('when the settings hold %s, then they are refused', async (_what, spoil, status) => {
    const answer = await save(door, staff.admin, spoil(settingsOf(door)) as never);
    expect(answer.statusCode).toBe(status);
  });

  test('when a draft is dropped by who did not edit it, then 403; its editor and an admin may', async () => {
    const settings = withFee(settingsOf(door), 'SD', 600_000);
    await save(door, staff.finance, settings);
    expect((await door.call(discardDraft, staff.it)).statusCode).toBe(403);
    expect((await door.call(discardDraft, staff.manager)).statusCode).toBe(403);
    expect((await door.call(discardDraft, staff.finance)).statusCode).toBe(204);
    expect((await door.call(discardDraft, staff.finance)).statusCode).toBe(404);
  });

  test('when a former version is copied, then the copier answers for the money in which it differs', async () => {
    const before = settingsOf(door);
    await bring(door, staff.finance, staff.admin, withFee(before, 'TK', 400_000));
    const params = { version: '1' };
    const answer = await door.call(copySchoolVersion, staff.it, { params });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      based_on: 1,
      settings: before,
      edited_by: [{ id: staff.it.id, money: true }],
      changes: [{ path: 'levels.TK.fee' }],
    });
    expect((await door.call(copySchoolVersion, staff.it, { params })).json().code).toBe('draft_exists');
    expect((await door.call(copySchoolVersion, staff.it, { params: { version: '99' } })).statusCode).toBe(
      404,
    );
  });

  test('when the history is read, then each version says who and when, and what it changed', async () => {
    const list = (await door.call(listSchoolVersions, staff.manager)).json();
    expect(list).toMatchObject([
      {
        version: 2,
        status: 'active',
        money_changed: true,
        note: 'Tahun ajaran baru',
        activated_by_name: 'Wati',
      },
      { version: 1, status: 'retired', note: 'Dari berkas konfigurasi', activated_by_name: null },
    ]);
    const one = (await door.call(getSchoolVersion, staff.it, { params: { version: '2' } })).json();
    expect(one.changes).toMatchObject([{ path: 'levels.TK.fee', after: 'Rp400.000' }]);
  });
});
