import { longTest } from '@gerbang/domain/testing/runs';
import { weekdayTextWithoutYear } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { weekOf } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import type { Page } from 'playwright-core';
import { sendKeyed } from '../../kit/client.ts';
import { approvePassed, decideFee, paidFamily, type Registered, schoolOf } from '../../kit/families.ts';
import { type StaffRole, uniqueWord } from '../../kit/people.ts';
import { slotNow } from './slots.ts';
import { eventually } from './eventually.ts';
import { keyboard, tabTo } from '../family.ts';
import { typeInto } from './keys.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { ownPortal, useStaff } from './own-portal.ts';

// Slots with room change what families are told of a verified fee.
const own = ownPortal();
const people = useStaff(own);
const { visitor, roughVisitor } = own;
const staff = (role: StaffRole) => people[role].call;

test('when staff plan a slot, then a family chooses it on its phone, and staff see the child in it', async () => {
  const word = uniqueWord();
  const day = addDays(jakartaDay(new Date()), 3 + Math.floor(Math.random() * 200));
  const place = `Ruang ${word}`;
  const { parent, made } = await paidFamily(own.client, [`Hana ${word}`]);
  await decideFee(staff('finance'), made[0] as Registered, 'verified');
  const { page } = await visitor(WIDE, { as: people.admin });
  await page.goto(`/admin/calendar?minggu=${day}`);
  await portal.button(page, 'Buat jadwal').click();
  const form = page.getByRole('dialog', { name: 'Buat jadwal observasi' });
  await form.getByLabel('Jenjang').selectOption('SD');
  const date = form.getByRole('group', { name: 'Hari' });
  await date.getByRole('spinbutton').first().click();
  await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`);
  await form.getByLabel('Tempat', { exact: true }).fill(place);
  await form.getByLabel('Jumlah tempat').fill('2');
  expect(await lookInBothThemes(page, 'the form of a slot')).toEqual({});
  await form.getByRole('button', { name: 'Simpan' }).click();
  await portal.seeToast(page, 'Jadwal tersimpan');
  await portal.see(page, place);
  expect(await lookInBothThemes(page, 'the calendar')).toEqual({});

  const home = await visitor(PHONE, { as: parent });
  await home.page.goto('/registrations');
  await home.page.getByRole('button', { name: /^Pilih jadwal observasi/u }).tap();
  const sheet = home.page.getByRole('dialog', { name: 'Pilih jadwal observasi' });
  await sheet.getByTitle(weekdayTextWithoutYear(day)).tap();
  await sheet.getByLabel(new RegExp(place, 'u')).check();
  expect(await lookInBothThemes(home.page, 'the choice of a slot')).toEqual({});
  await sheet.getByRole('button', { name: 'Pilih jadwal ini' }).tap();
  await portal.seeToast(home.page, 'Jadwal tersimpan');
  await portal.see(home.page, 'Observasi Dijadwalkan');
  await home.page.getByRole('button', { name: /^Pindah jadwal \(sisa 2 kali\)/u }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: new RegExp(place, 'u') }).click();
  await portal.see(page, `Hana ${word}`);
  expect(await lookInBothThemes(page, 'a slot with a child')).toEqual({});
});

test('when another child gets the last place, then the sheet says so on a narrow phone, shows what is left, and keeps what was typed', async () => {
  const word = uniqueWord();
  const { parent, made } = await paidFamily(own.client, [`Hana ${word}`]);
  const { made: others } = await paidFamily(own.client, [`Ilham ${word}`]);
  for (const one of [...made, ...others]) await decideFee(staff('finance'), one, 'verified');
  const { academic_years } = await schoolOf(staff('admin'));
  const day = addDays(jakartaDay(new Date()), 210 + Math.floor(Math.random() * 100));
  const slot = (place: string) => ({
    academic_year: academic_years[0],
    jenjang: 'SD',
    starts_at: `${day}T09:00:00+07:00`,
    ends_at: `${day}T10:00:00+07:00`,
    place,
    capacity: 1,
    published: true,
    assessors: [],
  });
  const body = { slots: [slot(`Ruang ${word}`), slot(`Aula ${word}`)], override: true, reason: 'Observasi' };
  const slots = await sendKeyed<{ readonly id: string; readonly place: string }[]>(
    own.client,
    people.admin,
    '/api/admin/slots',
    body,
  );
  const last = slots.find(({ place }) => place === `Ruang ${word}`);
  const { page } = await visitor(NARROW, { as: parent });
  await page.goto('/registrations');
  await page.getByRole('button', { name: /^Pilih jadwal observasi/u }).click();
  const sheet = page.getByRole('dialog', { name: 'Pilih jadwal observasi' });
  await sheet.getByTitle(weekdayTextWithoutYear(day)).click();
  await sheet.getByLabel(new RegExp(`Ruang ${word}`, 'u')).check();
  await sheet.getByLabel(/^Kebutuhan khusus/u).fill('Kursi roda');
  await staff('admin')('PUT', `/api/admin/registrations/${others[0]?.id}/slot`, { slot_id: last?.id });
  await sheet.getByRole('button', { name: 'Pilih jadwal ini' }).click();
  await sheet.getByText('Tempat itu baru saja terisi. Pilih waktu lain.').waitFor();
  await sheet.getByLabel(new RegExp(`Ruang ${word}`, 'u')).waitFor({ state: 'detached' });
  expect(await lookInBothThemes(page, 'a place that went')).toEqual({});
  await eventually(() => sheet.getByLabel(/^Kebutuhan khusus/u).inputValue()).toBe('Kursi roda');
  await sheet.getByLabel(new RegExp(`Aula ${word}`, 'u')).check();
  await sheet.getByRole('button', { name: 'Pilih jadwal ini' }).click();
  await portal.seeToast(page, 'Jadwal tersimpan');
});

interface Stage {
  readonly current_stage: string;
}

test('when a phone at the door loses its network, then children are marked all the same, and sent once it is back', async () => {
  const word = uniqueWord();
  const { made } = await paidFamily(own.client, [`Hana ${word}`, `Ilham ${word}`, `Jihan ${word}`]);
  for (const one of made) await decideFee(staff('finance'), one, 'verified');
  const { id } = await slotNow(own.client, people.admin, made);
  const path = `/admin/calendar/${id}`;
  // What the page had sent for as the network went is told in the console.
  const { page, context } = await roughVisitor(PHONE, { as: people.staff_pendidikan });
  await page.goto(path);
  const choice = (window: Page, name: string, answer: string) =>
    window
      .getByRole('group', { name: `Kehadiran ${name} ${word}` })
      .getByRole('button', { name: answer, exact: true });
  await choice(page, 'Hana', 'Hadir').waitFor();
  expect(await lookInBothThemes(page, 'the check-in list on a phone')).toEqual({});
  await portal.settled(page);
  await context.setOffline(true);
  await choice(page, 'Hana', 'Hadir').tap();
  await choice(page, 'Ilham', 'Tidak hadir').tap();
  await portal.see(page, /2 tanda belum terkirim/u);
  await portal.see(page, '1 hadir · 1 tidak hadir · 1 belum ditandai');

  // Another person marks one of them meanwhile.
  const desk = await visitor(DESKTOP, { as: people.cs });
  await desk.page.goto(path);
  await choice(desk.page, 'Ilham', 'Hadir').click();
  await portal.see(desk.page, '1 hadir · 0 tidak hadir · 2 belum ditandai');

  await context.setOffline(false);
  await portal.see(page, /Tanda Anda “Tidak hadir” belum tersimpan/u);
  await portal.see(page, '2 hadir · 0 tidak hadir · 1 belum ditandai');
  expect(await lookInBothThemes(page, 'a mark that came second')).toEqual({});
  await portal.button(page, 'Biarkan seperti di daftar').tap();
  await page.reload();
  await portal.see(page, '2 hadir · 0 tidak hadir · 1 belum ditandai');
  const stages = await Promise.all(
    made.map(
      async (one) => (await staff('admin')<Stage>('GET', `/api/admin/registrations/${one.id}`)).current_stage,
    ),
  );
  expect(stages).toEqual(['obs_attended', 'obs_attended', 'obs_scheduled']);
});

test('when the page is left with marks that could not be sent, then they are sent when it is opened again', async () => {
  const word = uniqueWord();
  const { made } = await paidFamily(own.client, [`Kirana ${word}`]);
  await decideFee(staff('finance'), made[0] as Registered, 'verified');
  const { id } = await slotNow(own.client, people.admin, made);
  const { page, context } = await visitor(PHONE, { as: people.staff_pendidikan });
  const path = `/admin/calendar/${id}`;
  await page.goto(path);
  await page.route('**/api/admin/bookings/**', (route) => route.abort('connectionreset'));
  await page
    .getByRole('group', { name: `Kehadiran Kirana ${word}` })
    .getByRole('button', { name: 'Hadir', exact: true })
    .tap();
  await portal.see(page, /1 tanda belum terkirim/u);
  await page.close();
  const again = await context.newPage();
  await again.goto(path);
  await portal.see(again, /Hadir · Ditandai/u);
  await portal.see(again, '1 hadir · 0 tidak hadir · 0 belum ditandai');
});

longTest(
  'when staff plan a week with the keyboard, then they see what is left out and why, and the slots are made',
  async () => {
    const { page } = await visitor(WIDE, { as: people.staff_pendidikan });
    const place = `Ruang ${uniqueWord()}`;
    const monday = weekOf(addDays(jakartaDay(new Date()), 14))[0] ?? '';
    await page.goto(`/admin/calendar?minggu=${monday}&jenjang=SD`);
    await portal.settled(page);
    await portal.button(page, 'Rencanakan').focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Rencanakan jadwal observasi' });
    await form.getByLabel('Tempat, satu di setiap baris').fill(place);
    await form.getByLabel('Semua selesai pukul').fill('13:30');
    expect(await lookInBothThemes(page, 'the form of a plan')).toEqual({});
    await portal.button(page, 'Lihat rencana').focus();
    await page.keyboard.press('Enter');
    await portal.see(page, /^\d+ slot dibuat, \d+ dilewati: .*salat/u);
    await portal.see(page, /^Cukup untuk \d+ dari \d+ anak yang menunggu jadwal$/u);
    expect(await lookInBothThemes(page, 'a plan')).toEqual({});
    await page.getByRole('button', { name: /^Buat \d+ jadwal$/u }).focus();
    await page.keyboard.press('Enter');
    await portal.seeToast(page, 'Jadwal tersimpan');
    const slots = page.getByRole('button', { name: new RegExp(place, 'u') });
    await slots.first().waitFor();

    // One of them gets another place, and another one is cancelled, from the list.
    const { press } = keyboard(page);
    const view = page.getByLabel('Tampilan');
    await tabTo(page, view);
    for (const next of ['tempat', 'daftar']) {
      await page.keyboard.press('ArrowDown');
      await eventually(() => view.inputValue()).toBe(next);
    }
    await press(slots.first());
    const slot = page.getByRole('dialog', { name: 'Jadwal observasi', exact: true });
    await press(slot.getByRole('button', { name: 'Ubah' }));
    const change = page.getByRole('dialog', { name: 'Ubah jadwal observasi' });
    await typeInto(page, change.getByLabel('Tempat', { exact: true }), `Aula ${place}`);
    await press(change.getByRole('button', { name: 'Simpan' }));
    await change.waitFor({ state: 'detached' });
    await portal.see(page, `Aula ${place}`);
    const count = await slots.count();
    await press(slots.last());
    await press(slot.getByRole('button', { name: 'Batalkan jadwal' }));
    const asked = page.getByRole('dialog', { name: 'Batalkan jadwal ini?' });
    await typeInto(page, asked.getByLabel('Alasan pembatalan'), 'Ruangnya dipakai');
    await press(asked.getByRole('button', { name: 'Batalkan jadwal' }));
    await portal.seeToast(page, 'Jadwal dibatalkan');
    await eventually(() => slots.count()).toBe(count - 1);
  },
);

const ITEM = { key: 'mandiri', label: 'Memakai sepatu sendiri', group: 'kemandirian', weight: 1 };
const rubric = (label: string) =>
  staff('staff_pendidikan')<{ readonly id: string }>('POST', '/api/admin/rubrics', {
    jenjang: 'SD',
    title: `Rubrik ${uniqueWord()}`,
    items: [{ ...ITEM, label }],
  });

longTest(
  'when a rubric for SD says "membaca", then it is refused until the head confirms that no test is meant',
  async () => {
    const { id } = await rubric('Membaca nama sendiri');
    const { title } = (
      await staff('admin')<{ readonly id: string; readonly title: string }[]>('GET', '/api/admin/rubrics')
    ).find((one) => one.id === id) as { title: string };
    const desk = await visitor(DESKTOP, { as: people.admin });
    await desk.page.goto('/admin/rubrics');
    const open = (page: Page) =>
      page.getByRole('button', { name: new RegExp(`^Berlakukan ${title}`, 'u') }).click();
    await open(desk.page);
    const dialog = (page: Page) => page.getByRole('alertdialog');
    await dialog(desk.page)
      .getByText(/Permendikdasmen 3\/2025 melarang tes baca, tulis, hitung/u)
      .waitFor();
    await dialog(desk.page).getByRole('button', { name: 'Berlakukan' }).click();
    await portal.seeToast(desk.page, 'Rubrik belum diberlakukan');

    const { page } = await visitor(DESKTOP, { as: people.manager_pendidikan });
    await page.goto('/admin/rubrics');
    await open(page);
    await dialog(page).getByRole('button', { name: 'Berlakukan' }).click();
    await portal.see(page, 'Beri centang lebih dahulu bila tidak ada tes.');
    await dialog(page).getByRole('checkbox').check();
    expect(await lookInBothThemes(page, 'words of a rubric')).toEqual({});
    await dialog(page).getByRole('button', { name: 'Berlakukan' }).click();
    await portal.seeToast(page, 'Rubrik diberlakukan');
  },
);

longTest(
  'when two assessors differ, then the head sees it beside the child, and the family never',
  async () => {
    const [manager, desk] = [staff('manager_pendidikan'), staff('staff_pendidikan')];
    await manager('PUT', `/api/admin/rubrics/${(await rubric('Memakai sepatu')).id}/activate`, {});
    const { parent, made } = await paidFamily(own.client, [`Hana ${uniqueWord()}`]);
    const [child] = made as [Registered];
    await decideFee(staff('finance'), child, 'verified');
    const me = await desk<{ readonly id: string }>('GET', '/api/user');
    const slot = await slotNow(own.client, people.admin, made, [me.id]);
    const list = await desk<{
      readonly children: readonly { readonly id: string; readonly version: number }[];
    }>('GET', `/api/admin/slots/${slot.id}/list`);
    for (const { id, version } of list.children) {
      await desk('PUT', `/api/admin/bookings/${id}/presence`, { status: 'attended', version });
    }
    const sheet = (step: number) => ({
      scores: { mandiri: step },
      notes: 'Catatan rahasia',
      status: 'submitted',
    });
    const path = `/api/admin/registrations/${child.id}`;
    await desk('PUT', `${path}/score`, { ...sheet(4), recommendation: 'disarankan' });
    await manager('PUT', `${path}/score`, { ...sheet(1), recommendation: 'dipertimbangkan' });
    await desk('PUT', `${path}/stage`, { current_stage: 'waiting_announcement' });
    const id = await approvePassed(child, { staff: desk, manager });

    const head = await visitor(DESKTOP, { as: people.manager_pendidikan });
    await head.page.goto(`/announcement/${id}`);
    await portal.see(head.page, /^Rata-rata 2,5 · selisih 3,0 · disarankan 1, dipertimbangkan 1/u);
    await portal.see(head.page, 'Penilai berbeda pendapat');
    expect(await lookInBothThemes(head.page, 'what assessors said, for the head')).toEqual({});

    const home = await visitor(PHONE, { as: parent });
    for (const place of ['/registrations', '/dashboard', '/privacy']) {
      await home.page.goto(place);
      await portal.settled(home.page);
      const shown = await home.page.locator('body').innerText();
      expect(shown).not.toMatch(/rata-rata|berbeda pendapat|Catatan rahasia/iu);
    }
  },
);
