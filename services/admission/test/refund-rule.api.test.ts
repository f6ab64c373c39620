import { previewRefundRule } from '@gerbang/contracts/refund-rule';
import { getConfig, type School } from '@gerbang/contracts/school';
import { NEW_REFUND_RULE } from '@gerbang/domain/refund-rule';
import { startScheduled } from '../src/school/start-scheduled.ts';
import type { Door } from './door.ts';
import { publishedSince } from './families.ts';
import { activate, bring, save, type SchoolStaff, settingsOf, useSchoolAt } from './school-world.ts';

const NOW = new Date('2027-02-02T07:05:00Z');
const DAY_MS = 86_400_000;
const RULE: NonNullable<School['refund_rule']> = {
  ...NEW_REFUND_RULE,
  education: [{ until: 'days_before_start', days: 61, date: null, percent: 60 }],
  text: 'Biaya pendidikan kembali 60 persen bila mundur sebelum 1 Mei.',
  contact: 'Bagian keuangan',
};

describe('the rule of what goes back to families that leave', () => {
  let door: Door;
  let staff: SchoolStaff;
  useSchoolAt(NOW, (desk) => ({ door, staff } = desk));

  const ruleNow = async () => (await door.call(getConfig, await door.caller())).json().refund_rule;
  const wait = async (days: number) => {
    door.setClock(new Date(NOW.getTime() + days * DAY_MS));
    const started = await startScheduled(door.context);
    await door.context.school.look();
    return started;
  };

  test('when finance sets one, then it takes a second person and a day, and no account is said to have changed', async () => {
    expect(await ruleNow()).toBeUndefined();
    const draft = await save(door, staff.finance, { ...settingsOf(door), refund_rule: RULE });
    expect(draft.json().changes).toMatchObject([
      { label: 'Pengembalian biaya pendaftaran', after: 'Tidak dikembalikan', money: true },
      { label: 'Pengembalian biaya pendidikan, baris 1', after: '60% 61 hari sebelum tahun ajaran' },
      { label: 'Potongan pengembalian', after: 'Tanpa potongan' },
      { label: 'Ketentuan pengembalian dana', after: RULE.text },
      { label: 'Kontak pengembalian dana', after: 'Bagian keuangan' },
    ]);
    const before = door.published.length;
    expect((await activate(door, staff.finance, draft.json().row_version)).json().code).toBe('own_change');
    const answer = await activate(door, staff.admin, draft.json().row_version);
    expect(answer.json()).toMatchObject({ status: 'scheduled' });
    expect(publishedSince(door, before, 'message.requested')).toEqual([]);
    expect(await wait(0.9)).toBe(false);
    expect(await ruleNow()).toBeUndefined();
    expect(await wait(1.1)).toBe(true);
    expect(await ruleNow()).toEqual(RULE);
    const config = (await door.call(getConfig, staff.it)).json();
    expect(config.account_changed_at).toBeNull();
    expect(publishedSince(door, before, 'message.requested')).toEqual([]);
  });

  test('when its content changes, then it has the next version; other changes, and what a client says, leave it', async () => {
    await bring(door, staff.finance, staff.admin, { ...settingsOf(door), refund_rule: RULE });
    await wait(2);
    const same = { ...settingsOf(door), refund_rule: { ...RULE, version: 9 }, city: 'Depok' };
    const draft = (await save(door, staff.it, same)).json();
    expect([draft.changes.length, draft.settings.refund_rule.version]).toEqual([1, 1]);
    const other = { ...same, refund_rule: { ...RULE, contact: 'Tata usaha' } };
    const next = (await save(door, staff.finance, other, draft.row_version)).json();
    expect(next.settings.refund_rule.version).toBe(2);
    const again = (
      await save(door, staff.finance, { ...other, refund_rule: { ...RULE, contact: 'TU' } }, next.row_version)
    ).json();
    expect(again.settings.refund_rule.version).toBe(2);
    expect(
      (await save(door, staff.it, { ...other, refund_rule: undefined }, again.row_version)).json().code,
    ).toBe('not_your_part');
  });

  test('when a rule is previewed, then three families read what goes back and what is wrong is named; nothing is kept', async () => {
    const ask = (rule: unknown, who = staff.manager) =>
      door.call(previewRefundRule, who, { body: { rule } as never });
    const answer = (await ask({ ...RULE, text: `${RULE.text} Sesudahnya 20%.` })).json();
    expect(answer.families.map(({ total }: { total: number }) => total)).toEqual([0, 3_000_000, 0]);
    expect(answer.warnings).toEqual(['Teks ketentuan menyebut 20 persen, yang tidak ada di baris.']);
    const refused = await ask({
      ...RULE,
      education: [{ until: 'date', days: null, date: null, percent: 101 }],
    });
    expect([refused.statusCode, refused.json().issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      expect.arrayContaining(['rule.education.0.percent']),
    ]);
    expect((await ask(RULE, staff.it)).statusCode).toBe(403);
    expect(await door.db('school_versions').where({ status: 'draft' })).toEqual([]);
  });
});
