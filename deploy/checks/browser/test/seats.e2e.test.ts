import { longTest } from '@gerbang/domain/testing/runs';
import { numberWord } from '@gerbang/domain/waitlist';
import type { Page } from 'playwright-core';
import { callAs } from '../../kit/client.ts';
import {
  addChild,
  observe,
  type Registered,
  registrationBody,
  schoolOf,
  sendFeeProof,
  waitsForAnnouncement,
} from '../../kit/families.ts';
import { logInDemo, newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import {
  declineSeat,
  limitSeats,
  observedFamily,
  offerNext,
  poolNow,
  publishResults,
  untilLimited,
  untilSeat,
} from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { changeShown, findStudent, writeAnnouncement } from '../staff.ts';
import { DESKTOP, NARROW, PHONE } from '../visitor.ts';
import { cutOff } from './room.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const JENJANG = 'TK';

/** A family whose child waits for its result in the last year, which no other test limits at this level. */
async function applicant(child: string, academic_year: string): Promise<Registered> {
  const { cookie } = await signUp(client, newPerson());
  const call = callAs(client, cookie);
  const childId = await addChild(call, child);
  const body = { ...registrationBody(await schoolOf(call), childId, JENJANG), academic_year };
  const { id } = await call('POST', '/api/registrations', body);
  await sendFeeProof(call, { id });
  await observe({ id }, { finance: staff('admin'), staff: staff('admin') });
  const registered = { id, childId, child, jenjang: JENJANG };
  await waitsForAnnouncement(staff('staff_pendidikan'), registered);
  return registered;
}

/** Accepts all of them in the form of an announcement, then lets all but the first wait. */
async function write(page: Page, children: readonly Registered[]): Promise<void> {
  await untilLimited({ call: staff('staff_pendidikan') }, JENJANG, (student) =>
    children.some(({ id }) => id === student.id),
  );
  await page.goto('/admin/announcements/create');
  await portal.settled(page);
  const words = { title: 'Hasil Observasi TK', period: 'November 2026', content: 'Terima kasih.' };
  await writeAnnouncement(page, { ...words, jenjang: JENJANG });
  await changeShown(page, 'Jadikan Tunda');
  const choose = async ({ child }: Registered, name: string) =>
    (await findStudent(page, child)).getByRole('radio', { name, exact: true }).check();
  for (const one of children) await choose(one, 'Lulus');
  const submit = portal.button(page, 'Ajukan ke Kepala Sekolah');
  await portal.see(page, /^Sisa kursi TK .+: 1 · dipilih diterima: 3$/u);
  await eventually(() => submit.getAttribute('aria-disabled')).toBe('true');
  // The browser's driver waits for what is disabled; a person presses it all the same.
  await submit.click({ force: true });
  await page.waitForURL('**/admin/announcements/create');
  for (const one of children.slice(1)) await choose(one, 'Cadangan');
  await portal.see(page, /^Sisa kursi TK .+: 1 · dipilih diterima: 1$/u);
  await eventually(async () => (await submit.getAttribute('aria-disabled')) === 'true').toBe(false);
}

/** Publishes that the first child has passed and the others wait. */
async function publish(children: readonly Registered[]): Promise<void> {
  const [author, head] = [{ call: staff('staff_pendidikan') }, { call: staff('manager_pendidikan') }];
  const results = children.map((one, at) => [one, at === 0 ? 'passed' : 'waitlisted'] as const);
  await publishResults(author, head, results);
}

const dialogOf = (page: Page) => page.getByRole('dialog');

longTest(
  'when the head limits seats, then the next of the list gets one, a limit below what is taken is refused with the figure, and a new order stands in the events with its reason',
  async () => {
    const word = uniqueWord();
    const school = await schoolOf(staff('cs'));
    const year = school.academic_years.at(-1) ?? '';
    const address = `/admin/seats?tahun=${encodeURIComponent(year)}&jenjang=${JENJANG}`;
    const children: Registered[] = [];
    for (const name of ['Satu', 'Dua', 'Tiga']) children.push(await applicant(`${name} ${word}`, year));
    const [, second] = children;

    const { page } = await visitor(DESKTOP, { as: 'manager_pendidikan' });
    const fill = async (seats: string, limit: string, on = page) => {
      await dialogOf(on).getByLabel('Jumlah kursi').fill(seats);
      await dialogOf(on).getByLabel('Batas tawaran').fill(limit);
    };
    const save = (on = page) => dialogOf(on).getByRole('button', { name: 'Simpan' }).click();
    await page.goto(address);
    await portal.see(page, 'Kursi belum dibatasi');
    await portal.button(page, 'Batasi kursi').click();
    await dialogOf(page).getByLabel('Kelas', { exact: true }).selectOption({ index: 1 });
    await fill('1', '1');
    await save();
    await portal.seeToast(page, 'Kursi tersimpan');

    const author = await visitor(DESKTOP, { as: 'staff_pendidikan' });
    await write(author.page, children);
    await publish(children);
    await page.getByRole('link', { name: /^Buka: / }).click();
    await until('The waiting children on the page', async () => {
      await page.reload();
      await portal.settled(page);
      const taken = page.getByText('Semua kursi sudah ditawarkan atau diambil.');
      return (await page.getByRole('rowheader').count()) === 2 && (await taken.first().isVisible());
    });
    await portal.see(page, /^Urutan 2 dari 2/u);

    // One seat more: the first of the list gets it.
    const edit = page.getByRole('button', { name: /^Ubah: / });
    await portal.button(page, 'Rincian').click();
    await edit.click();
    await fill('2', '2');
    await save();
    await portal.seeToast(page, 'Kursi tersimpan');
    await portal.button(page, 'Tawarkan 1 kursi berikutnya').click();
    await dialogOf(page)
      .getByRole('listitem')
      .filter({ hasText: second?.child ?? '' })
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Tawarkan 1 kursi' }).click();
    await portal.seeToast(page, '1 kursi ditawarkan', second?.child);

    // Fewer than are taken, and nothing typed is lost.
    await edit.click();
    await fill('1', '1');
    await save();
    await portal.see(page, 'Sudah 2 kursi terpakai. Isi paling sedikit 2, atau lepas kursi lebih dahulu.');
    await eventually(() => dialogOf(page).getByLabel('Jumlah kursi').inputValue()).toBe('1');
    await fill('2', '2');
    const moved = 'Saudara kandung siswa kami';
    await dialogOf(page)
      .getByRole('button', { name: `Naikkan: ${moved}` })
      .press('Enter');
    await save();
    await portal.see(page, /^Aturan urutan berubah: tulis alasannya/u);
    await dialogOf(page).getByLabel('Alasan perubahan').fill('Keputusan rapat penerimaan');
    await save();
    await dialogOf(page).waitFor({ state: 'hidden' });

    await page.getByRole('tab', { name: 'Peristiwa' }).click();
    const changed = page.getByRole('row').filter({ hasText: 'Aturan urutan diubah' });
    await changed.getByText('Alasan: Keputusan rapat penerimaan').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: `Kursi ditawarkan kepada ${second?.child}` })
      .waitFor();
    await page.getByRole('tab', { name: 'Tawaran' }).click();
    await page.getByRole('button', { name: `Perpanjang: ${second?.child}` }).click();
    await dialogOf(page).getByLabel('Alasan').waitFor();
    await page.keyboard.press('Escape');

    // On a phone too a limit is raised and lowered, and not below what is taken.
    const phone = await visitor(PHONE, { as: 'manager_pendidikan' });
    await phone.page.goto(page.url());
    const list = new URL(page.url());
    list.searchParams.set('bagian', 'list');
    await phone.page.goto(list.href);
    const first = phone.page.locator('tbody tr').first();
    // Below the filters and the button of columns, which has a line of its own: well within the first screen.
    await eventually(() => first.evaluate((row) => row.getBoundingClientRect().top)).toBeAtMost(
      PHONE.height * 0.61,
    );
    await portal.button(phone.page, 'Rincian').tap();
    for (const seats of ['3', '2', '1']) {
      await phone.page.getByRole('button', { name: /^Ubah: / }).tap();
      await fill(seats, seats, phone.page);
      await save(phone.page);
      if (seats !== '1') await dialogOf(phone.page).waitFor({ state: 'hidden' });
    }
    await portal.see(
      phone.page,
      'Sudah 2 kursi terpakai. Isi paling sedikit 2, atau lepas kursi lebih dahulu.',
    );
    await eventually(() => cutOff(phone.page)).toEqual([]);
  },
);

// No other test gives results to this class: its seats limit no other family.
const PLACE = { jenjang: 'SD', kelas: '5' } as const;
const CLASS = 'SD kelas 5';
const AHEAD = 3;

/** A narrow phone shows nothing of the page beyond its edges. */
async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? PHONE;
  await page.setViewportSize({ width: NARROW.width, height: NARROW.height });
  await eventually(() => cutOff(page)).toEqual([]);
  await page.setViewportSize(before);
}

const REASONS = ['Memilih sekolah lain', 'Biaya', 'Jarak', 'Anak belum siap', 'Alasan lain'];

test('when others give their seats back, then a family comes from place four to a seat, reads why it moved, and takes it', async () => {
  const admin = await logInDemo(client, 'admin');
  const head = await logInDemo(client, 'manager_pendidikan');
  const names = Array.from({ length: AHEAD }, (_none, at) => `Adik ${numberWord(at + 1)}`);
  const others = await observedFamily(client, admin, PLACE, ['Bilqis Nur', 'Daffa Rizki', ...names]);
  const own = await observedFamily(client, admin, PLACE, ['Zahra Aulia']);
  const [zahra] = own.made as [Registered];
  const [first, second, ...ahead] = others.made as [Registered, Registered, ...Registered[]];
  const pool = await limitSeats({ head, author: admin }, PLACE, 2);
  await publishResults(admin, head, [
    [first, 'passed'],
    [second, 'passed'],
    ...[...ahead, zahra].map((one) => [one, 'waitlisted'] as const),
  ]);
  await until('all on the list', async () => (await poolNow(head, pool)).waiting === AHEAD + 1);

  // The last of four: the number, why it is so, and that nothing is to be paid.
  const { page } = await visitor(PHONE, { as: own.parent });
  const open = () => page.goto(`/registrations?lihat=${zahra.id}`);
  await open();
  await portal.see(page, `Urutan 4 dari 4 di daftar tunggu ${CLASS}`);
  await portal.see(page, /^Saudara kandung: tidak · Terdaftar /u);
  await portal.see(page, / · urutan 4 · masuk daftar tunggu$/u);
  await portal.see(
    page,
    'Bila ada kursi, kami kirim pesan dan kursi ditahan 7 hari. Anda tidak perlu membayar apa pun sekarang.',
  );
  await expectFit(page);

  // Another family gives a seat back, on a desktop, by the sheet with its five reasons.
  const desk = await visitor(DESKTOP, { as: others.parent });
  await desk.page.goto(`/registrations?lihat=${first.id}`);
  const card = desk.page.getByRole('article').filter({ hasText: first.child });
  await card.getByText(/^Kursi untuk Bilqis Nur disediakan sampai/u).waitFor();
  await card.getByRole('button', { name: 'Kami tidak mengambil kursi ini' }).click();
  const sheet = desk.page.getByRole('dialog', { name: 'Lepaskan kursi ini?' });
  await sheet
    .getByText('Kursi akan ditawarkan ke keluarga berikutnya. Tindakan ini tidak dapat dibatalkan.')
    .waitFor();
  for (const reason of REASONS) await sheet.getByRole('radio', { name: reason }).waitFor();
  await eventually(() => sheet.getByRole('radio').count()).toBe(REASONS.length);
  await expectFit(desk.page);
  await sheet.getByText('Jarak', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Lepaskan kursi' }).click();
  await portal.seeToast(desk.page, 'Kursi dilepaskan');
  await offerNext(client, head, pool);

  // The numbers move in words; then all but one of those ahead leave.
  for (const { id } of ahead.slice(1))
    await others.parent.call('POST', `/api/registrations/${id}/waitlist/leave`);
  await untilSeat(own.parent, zahra, ({ waitlist }) => waitlist?.position === 1);
  await open();
  await portal.see(page, `Urutan 1 dari 1 di daftar tunggu ${CLASS}`);
  await portal.see(page, / · 4 → 3 · satu keluarga di atas Anda mendapat tawaran$/u);
  await portal.see(page, / · 3 → 2 · satu keluarga melepas tempatnya$/u);
  await portal.see(page, / · 2 → 1 · satu keluarga melepas tempatnya$/u);
  await expectFit(page);

  // The seat is offered: its deadline on the dashboard and on the card, and the way to take it.
  await declineSeat(client, others.parent, second.id);
  await offerNext(client, head, pool);
  const until7 = /^Kursi untuk Zahra Aulia disediakan sampai \S+ \d+ \S+ \d{4}, 20\.00 \(\d+ hari lagi\)$/u;
  await until('the seat at billing', async () => {
    const { billing } = await own.parent.call<{
      billing: { parent: { to_confirm: { answer_until?: string }[] } | null } | null;
    }>('GET', '/api/dashboard');
    return billing?.parent?.to_confirm[0]?.answer_until !== undefined;
  });
  await portal.openDashboard(page);
  const hero = page.getByRole('region', { name: 'Langkah Anda berikutnya' });
  await hero.getByText(/^Kursi disediakan sampai \S+, \d+ \S+\.$/u).waitFor();
  await hero.getByText(/^\d+ hari lagi$/u).waitFor();
  await portal.see(page, until7);
  // Once as the next step, once beside the result that now says it.
  await eventually(() => hero.getByRole('link', { name: /daftar ulang/iu }).count()).toBe(1);
  await eventually(() => page.getByRole('link', { name: /daftar ulang/iu }).count()).toBe(2);
  await expectFit(page);
  await page.getByRole('link', { name: 'Lihat kursi dan jawabannya' }).tap();
  await portal.see(page, until7);
  await expectFit(page);
  await page.getByRole('link', { name: 'Daftar ulang sekarang' }).tap();
  await page.waitForURL(`**/enrollment-confirmation/${zahra.id}`);
  await page.getByRole('radio', { name: /^Lunas/u }).check();
  await page.getByRole('button', { name: 'Konfirmasi Daftar Ulang · lunas sekaligus' }).tap();
  await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
  await page.waitForURL('**/registrations');
  await untilSeat(own.parent, zahra, ({ offer }) => offer?.status === 'accepted');
  await open();
  await portal.see(page, 'Kursi untuk Zahra Aulia sudah Anda ambil.');

  // Who gave its seat back reads so.
  await desk.page.reload();
  await card.getByText(/ · Kursi dilepas atas permintaan Anda$/u).waitFor();
});
