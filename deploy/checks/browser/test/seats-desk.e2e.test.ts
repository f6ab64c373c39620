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
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { publishResults, untilLimited } from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { checkAll } from './checks.ts';
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

/** Publishes that the first child has passed and the others wait. */
async function publish(children: readonly Registered[]): Promise<void> {
  const [author, head] = [{ call: staff('staff_pendidikan') }, { call: staff('manager_pendidikan') }];
  await untilLimited(author, JENJANG, (student) => children.some(({ id }) => id === student.id));
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
  const fill = async (seats: string, limit: string) => {
    await dialogOf(page).getByLabel('Jumlah kursi').fill(seats);
    await dialogOf(page).getByLabel('Batas tawaran').fill(limit);
  };
  const save = () => dialogOf(page).getByRole('button', { name: 'Simpan' }).click();
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

  await publish(children);
  await page.getByRole('link', { name: /^Buka: / }).click();
  await until('The waiting children on the page', async () => {
    await page.reload();
    await portal.settled(page);
    return (await page.getByRole('rowheader').count()) === 2 || undefined;
  });
  await portal.see(page, 'Semua kursi sudah ditawarkan atau diambil.');
  await portal.see(page, /^Urutan 2 dari 2/u);
  await look(page, 'list');

  // One seat more: the first of the list gets it.
  const edit = page.getByRole('button', { name: /^Ubah: / });
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
  expect(await dialogOf(page).getByLabel('Jumlah kursi').inputValue()).toBe('1');
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
  expect(wrong).toEqual({});
}, 400_000);
