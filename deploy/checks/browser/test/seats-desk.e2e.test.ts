import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
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
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { publishResults, untilLimited } from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { changeShown, findStudent, writeAnnouncement } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
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
async function write(
  page: Page,
  children: readonly Registered[],
  look: () => Promise<unknown>,
): Promise<void> {
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
  await look();
  expect(new URL(page.url()).pathname).toBe('/admin/announcements/create');
  for (const one of children.slice(1)) await choose(one, 'Cadangan');
  await portal.see(page, /^Sisa kursi TK .+: 1 · dipilih diterima: 1$/u);
  expect(await submit.getAttribute('aria-disabled')).not.toBe('true');
}

/** Publishes that the first child has passed and the others wait. */
async function publish(children: readonly Registered[]): Promise<void> {
  const [author, head] = [{ call: staff('staff_pendidikan') }, { call: staff('manager_pendidikan') }];
  const results = children.map((one, at) => [one, at === 0 ? 'passed' : 'waitlisted'] as const);
  await publishResults(author, head, results);
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('when the head limits seats, then the next of the list gets one, a limit below what is taken is refused with the figure, and a new order stands in the events with its reason', async () => {
  const word = uniqueWord();
  const school = await schoolOf(staff('cs'));
  const year = school.academic_years.at(-1) ?? '';
  const address = `/admin/seats?tahun=${encodeURIComponent(year)}&jenjang=${JENJANG}`;
  const wrong: Record<string, string[]> = {};
  const look = async (page: Page, where: string) => Object.assign(wrong, await checkAll(page, where));
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
  await look(page, 'nothing limited');
  await portal.button(page, 'Batasi kursi').click();
  await dialogOf(page).getByLabel('Kelas', { exact: true }).selectOption({ index: 1 });
  await fill('1', '1');
  await look(page, 'form');
  await save();
  await portal.seeToast(page, 'Kursi tersimpan');
  await look(page, 'pools');

  const author = await visitor(DESKTOP, { as: 'staff_pendidikan' });
  await write(author.page, children, () => look(author.page, 'more accepted than seats'));
  await publish(children);
  await page.getByRole('link', { name: /^Buka: / }).click();
  await until('The waiting children on the page', async () => {
    await page.reload();
    await portal.settled(page);
    const taken = page.getByText('Semua kursi sudah ditawarkan atau diambil.');
    return (await page.getByRole('rowheader').count()) === 2 && (await taken.first().isVisible());
  });
  await portal.see(page, /^Urutan 2 dari 2/u);
  await look(page, 'list');

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
  await look(page, 'offer');
  await dialogOf(page).getByRole('button', { name: 'Tawarkan 1 kursi' }).click();
  await portal.seeToast(page, '1 kursi ditawarkan', second?.child);

  // Fewer than are taken, and nothing typed is lost.
  await edit.click();
  await fill('1', '1');
  await save();
  await portal.see(page, 'Sudah 2 kursi terpakai. Isi paling sedikit 2, atau lepas kursi lebih dahulu.');
  await eventually(() => dialogOf(page).getByLabel('Jumlah kursi').inputValue()).toBe('1');
  await look(page, 'refused');
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
  await look(page, 'events');
  await page.getByRole('tab', { name: 'Tawaran' }).click();
  await page.getByRole('button', { name: `Perpanjang: ${second?.child}` }).click();
  await dialogOf(page).getByLabel('Alasan').waitFor();
  await look(page, 'more time');
  await page.keyboard.press('Escape');
  await look(page, 'offers');

  // On a phone too a limit is raised and lowered, and not below what is taken.
  const phone = await visitor(PHONE, { as: 'manager_pendidikan' });
  await phone.page.goto(page.url());
  const list = new URL(page.url());
  list.searchParams.set('bagian', 'list');
  await phone.page.goto(list.href);
  const top = await phone.page
    .locator('tbody tr')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top);
  expect(top).toBeLessThanOrEqual(PHONE.height / 2);
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
  expect(await cutOff(phone.page)).toEqual([]);
  expect(wrong).toEqual({});
}, 400_000);
