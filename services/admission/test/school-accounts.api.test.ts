import { getConfig } from '@gerbang/contracts/school';
import { discardDraft, getSchool } from '@gerbang/contracts/school-versions';
import { startScheduled } from '../src/school/start-scheduled.ts';
import { type Door, openDoor } from './door.ts';
import { makeRegistration, publishedSince, setState } from './families.ts';
import {
  activate,
  bring,
  save,
  schoolNow,
  schoolStaff,
  type SchoolStaff,
  settingsOf,
  withAccount,
  useSchoolAt,
} from './school-world.ts';

const NOW = new Date('2027-02-02T07:05:00Z');
const DAY_MS = 86_400_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('a change of the official accounts', () => {
  let door: Door;
  let staff: SchoolStaff;
  useSchoolAt(NOW, (desk) => ({ door, staff } = desk));

  const messages = (from: number) =>
    publishedSince(door, from, 'message.requested') as {
      accountId: string;
      params: { [name: string]: string };
    }[];
  const accountOf = async () =>
    (await door.call(getConfig, await door.caller())).json().account.account_number;

  test('when it is activated, then it waits a day, everyone who keeps the money is told, and families see nothing', async () => {
    const closed = await door.caller('finance');
    await door.db('accounts').where({ id: closed.id }).update({ active: false });
    const before = door.published.length;
    const answer = await bring(
      door,
      staff.finance,
      staff.admin,
      withAccount(settingsOf(door), 'baru', '111 222 333'),
    );
    expect(answer).toEqual({ version: 2, status: 'scheduled', active_from: after(DAY_MS).toISOString() });
    const told = messages(before);
    const keepers = [staff.finance, staff.admin, staff.other, staff.manager].map(({ id }) => id);
    expect(told.map(({ accountId }) => accountId).toSorted()).toEqual(keepers.toSorted());
    expect(told[0]).toMatchObject({
      kind: 'official_account_change',
      params: {
        school: 'PPDB Yayasan Contoh',
        when: '3 Februari 2027, 14.05 WIB',
        who: 'Budi',
        link: 'http://localhost:8080/admin/setup',
      },
    });
    expect(publishedSince(door, before, 'school.changed')).toEqual([]);
    expect(await accountOf()).toBe('700 9322 722');
    expect((await schoolNow(door, staff.it)).scheduled).toMatchObject({
      version: 2,
      active_from: after(DAY_MS).toISOString(),
      activated_by_name: 'Wati',
    });
    expect((await save(door, staff.finance, settingsOf(door), 1)).json().code).toBe('scheduled_pending');

    door.setClock(after(DAY_MS - 1000));
    expect(await startScheduled(door.context)).toBe(false);
    door.setClock(after(DAY_MS + 60_000));
    const started = door.published.length;
    expect(await Promise.all(Array.from({ length: 8 }, () => startScheduled(door.context)))).toContain(true);
    await door.context.school.look();
    expect(await accountOf()).toBe('111 222 333');
    expect(messages(started)).toHaveLength(4);
    expect(publishedSince(door, started, 'school.changed')).toMatchObject([{ version: 2 }]);
    const config = (await door.call(getConfig, staff.it)).json();
    expect(config.account_changed_at).toBe(after(DAY_MS + 60_000).toISOString());
    const keys = (await door.db('school_versions').orderBy('version')).map(({ status }) => status);
    expect(keys).toEqual(['retired', 'active']);
  });

  test('when it is cancelled in time, then it never comes into force, and its number is not used again', async () => {
    await bring(door, staff.finance, staff.admin, withAccount(settingsOf(door), 'baru', '111 222 333'));
    expect((await door.call(discardDraft, staff.it)).statusCode).toBe(403);
    expect((await door.call(discardDraft, staff.manager)).statusCode).toBe(204);
    door.setClock(after(2 * DAY_MS));
    expect(await startScheduled(door.context)).toBe(false);
    await door.context.school.look();
    expect(await accountOf()).toBe('700 9322 722');
    const next = await save(door, staff.it, { ...settingsOf(door), city: 'Depok' });
    expect(next.json().version).toBe(3);
  });

  test('when a class that goes away gets its first registration while it waits, then it does not start before that is over', async () => {
    const settings = withAccount(settingsOf(door), 'baru', '111 222 333');
    const levels = settings.levels.map((level) =>
      level.jenjang === 'TK' ? { ...level, classes: ['TK A'] } : level,
    );
    await bring(door, staff.admin, staff.other, { ...settings, levels });
    const registration = await makeRegistration(door, await door.caller(), { jenjang: 'TK', kelas: 'TK B' });
    const text = 'TK B masih dipakai 1 pendaftaran tahun 2026/2027.';
    expect((await schoolNow(door, staff.it)).scheduled.blocks).toMatchObject([
      { code: 'setting_in_use', path: 'levels.TK.classes', text },
    ]);

    door.setClock(after(2 * DAY_MS));
    const before = door.published.length;
    for (const attempts of [4, 1])
      expect(
        await Promise.all(Array.from({ length: attempts }, () => startScheduled(door.context))),
      ).not.toContain(true);
    await door.context.school.look();
    expect(await accountOf()).toBe('700 9322 722');
    expect(publishedSince(door, before, 'school.changed')).toEqual([]);
    const told = messages(before);
    expect(told).toHaveLength(4);
    expect(told[0]).toMatchObject({
      kind: 'official_account_blocked',
      params: { when: '3 Februari 2027, 14.05 WIB', reason: text },
    });
    expect(await door.db('audit_events').where({ action: 'school.start_blocked' })).toHaveLength(1);

    await setState(door, registration.id, { current_stage: 'failed' });
    expect(await startScheduled(door.context)).toBe(true);
    await door.context.school.look();
    expect(await accountOf()).toBe('111 222 333');
  });

  test('when cancelling and the start race, then one of them wins', async () => {
    await bring(door, staff.finance, staff.admin, withAccount(settingsOf(door), 'baru', '111 222 333'));
    door.setClock(after(2 * DAY_MS));
    const [started, cancelled] = await Promise.all([
      startScheduled(door.context),
      door.call(discardDraft, staff.manager),
    ]);
    expect([started, cancelled.statusCode]).toEqual(started ? [true, 404] : [false, 204]);
    const active = await door.db('school_versions').where({ status: 'active' });
    expect(active.map(({ version }) => version)).toEqual([started ? 2 : 1]);
  });

  test('when an account that payments may still go to is removed instead of closed, then that is a block', async () => {
    await makeRegistration(door, await door.caller());
    const settings = withAccount(settingsOf(door), 'baru', '111 222 333');
    const draft = (
      await save(door, staff.finance, { ...settings, accounts: settings.accounts.slice(1) })
    ).json();
    expect(draft.blocks).toMatchObject([{ code: 'account_in_use' }]);
    expect((await activate(door, staff.admin, draft.row_version)).json().code).toBe('blocked');
  });

  test('when a school begins that no family knew, then its first account does not wait', async () => {
    const fresh = await openDoor({ SAMPLE_SCHOOL: '0' });
    const people = await schoolStaff(fresh);
    const sample = settingsOf(door);
    const own = {
      ...withAccount(sample, 'bsi', '999 888 777'),
      name: 'PPDB Cahaya Ilmu',
      contact_whatsapp: '+6281277778888',
    };
    const settings = { ...own, accounts: own.accounts.slice(1) };
    const answer = await bring(fresh, people.admin, people.other, settings);
    expect(answer).toMatchObject({ version: 1, status: 'active' });
    const school = (await fresh.call(getSchool, people.it)).json();
    expect(school.active).toMatchObject({ version: 1, activated_by_name: 'Joko' });
    expect((await fresh.call(getConfig, people.it)).json().account_changed_at).toBeNull();
    await fresh.close();
  });

  test('when the delay is configured as 0, then it counts at once, and the people are told once', async () => {
    const quick = await openDoor({ ACCOUNT_CHANGE_DELAY_HOURS: '0' });
    const people = await schoolStaff(quick);
    const before = quick.published.length;
    const answer = await bring(
      quick,
      people.finance,
      people.admin,
      withAccount(settingsOf(quick), 'baru', '111 222 333'),
    );
    expect(answer.status).toBe('active');
    expect(publishedSince(quick, before, 'message.requested')).toHaveLength(4);
    expect((await quick.call(getConfig, people.it)).json().account_changed_at).not.toBeNull();
    await quick.close();
  });
});
