import { callAs } from '../../kit/client.ts';
import { addChild, observe, paidFamily, schoolOf, waitsForAnnouncement } from '../../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import { chooseRadio, typeInto } from './keys.ts';
import * as portal from '../portal.ts';
import { actOn, changeShown, findStudent, writeAnnouncement } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** A family whose child was observed and waits for its result, and its window. */
async function waitingFamily() {
  const { parent, made } = await paidFamily(client, [`Anak ${uniqueWord()}`]);
  const [registered] = made;
  if (!registered) throw new Error('No registration');
  await observe(registered, { finance: staff('admin'), staff: staff('admin') });
  await waitsForAnnouncement(staff('staff_pendidikan'), registered);
  return { ...registered, ...(await visitor(PHONE, { as: parent })) };
}

test('when results are written, reviewed by other eyes and published, then each family reads its own and no other', async () => {
  const [passed, refused] = await Promise.all([waitingFamily(), waitingFamily()]);
  const title = `Hasil Observasi ${passed.child.slice(5)}`;

  // Staff write it.
  const { page } = await visitor(DESKTOP, { as: 'staff_pendidikan' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Siswa menunggu pengumuman/u }).waitFor();
  await page.goto('/admin/announcements');
  await portal.settled(page);
  await page.getByRole('link', { name: 'Buat Pengumuman' }).click();
  await page.waitForURL('**/admin/announcements/create');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Please fill in all required fields');
  await writeAnnouncement(page, {
    title,
    period: '16–20 November 2026',
    jenjang: 'SD',
    content: 'Terima kasih telah mengikuti observasi.',
  });
  await changeShown(page, 'Jadikan Tunda');
  await (await findStudent(page, refused.child)).getByRole('radio', { name: 'Tidak Lulus' }).check();
  await page.getByLabel(`Catatan untuk ${refused.child}`).fill('Kami sarankan mencoba lagi tahun depan.');
  await (await findStudent(page, passed.child)).getByRole('radio', { name: 'Lulus', exact: true }).check();
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Announcement created successfully');
  await page.waitForURL('**/admin/announcements');

  // The dialog lists the refused; the author cannot review.
  await page.getByRole('searchbox').fill(title);
  await actOn(page, 'Ajukan', title);
  const names = page.getByRole('list', { name: 'Siswa yang tidak lulus (1)' });
  await names.getByText(refused.child).waitFor();
  await eventually(() => names.getByRole('listitem').count()).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Ajukan' }).click();
  await portal.seeToast(page, 'Announcement submitted for review');
  await portal.see(page, 'Menunggu Tinjauan');
  await page.getByRole('link', { name: `Lihat: ${title}` }).click();
  await page.waitForURL(/\/announcement\/[0-9a-f-]{36}$/u);
  const id = page.url().slice(-36);
  await page.goto(`/admin/announcements/edit/${id}`);
  await portal.see(page, 'Only draft announcements can be edited');

  // The head of the school reviews and publishes, by keys alone.
  const head = await visitor(DESKTOP, { as: 'manager_pendidikan' });
  const hand = family.keyboard(head.page);
  const act = (action: string) => hand.press(head.page.getByRole('button', { name: `${action}: ${title}` }));
  const dialog = head.page.getByRole('dialog');
  await head.page.goto('/admin/announcements?status=pending_review');
  await typeInto(head.page, head.page.getByRole('searchbox'), title);
  await act('Tinjau');
  await dialog.getByRole('table', { name: 'Hasil siswa' }).waitFor();
  await hand.press(portal.button(head.page, 'Simpan tinjauan'));
  await portal.seeToast(head.page, 'Please select approval status');
  await chooseRadio(head.page, head.page.getByRole('radio', { name: /^Setujui/u }));
  await hand.press(portal.button(head.page, 'Simpan tinjauan'));
  await portal.seeToast(head.page, 'Announcement reviewed successfully');
  await dialog.waitFor({ state: 'detached' });
  await head.page.goto(`/announcement/${id}`);
  await act('Terbitkan');
  await dialog.getByText(refused.child).waitFor();
  await hand.press(dialog.getByRole('button', { name: 'Terbitkan' }));
  await portal.seeToast(head.page, 'Announcement published successfully');
  await portal.see(head.page, 'Diterbitkan');
  const watch = () =>
    staff('manager_pendidikan')<{ total: number; waiting: number }>(
      'GET',
      `/api/admin/announcements/${id}/delivery`,
    );
  await until('Both messages on their way', async () => {
    const { total, waiting } = await watch();
    return total === 2 && waiting === 0;
  });
  await head.page.reload();
  await head.page.getByText(/^2 pesan: /u).waitFor();
  await head.page.emulateMedia({ media: 'print' });
  await eventually(() => head.page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await eventually(() => head.page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await head.page.getByRole('rowheader', { name: passed.child }).waitFor();

  // Each family reads its own.
  await passed.page.goto('/dashboard');
  await passed.page.waitForURL(`**/hasil/${passed.id}`);
  await portal.see(passed.page, `${passed.child} diterima`);
  await passed.page.getByRole('link', { name: 'Tutup' }).tap();
  // It has opened by itself once; from then on it is a row.
  await passed.page.goto('/dashboard');
  await passed.page.getByRole('link', { name: /^Hasil observasi · .* Lihat surat$/u }).waitFor();
  await passed.page.getByRole('link', { name: `Lanjut ke Daftar Ulang: ${passed.child}` }).waitFor();
  await eventually(() => passed.page.getByText(refused.child).count()).toBe(0);
  await refused.page.goto('/dashboard');
  await refused.page.waitForURL(`**/hasil/${refused.id}`);
  await portal.see(refused.page, 'Yang bisa Bapak/Ibu lakukan');
  await portal.openDashboard(refused.page);
  await portal.see(refused.page, 'Kami sarankan mencoba lagi tahun depan.');
  await refused.page.getByRole('link', { name: /^Hubungi panitia lewat WhatsApp/u }).waitFor();
  await eventually(() => refused.page.getByText(passed.child).count()).toBe(0);
  for (const { context, child } of [passed, refused]) {
    const own = await (await context.request.get(`${url}/api/announcements`)).json();
    expect(own.map((row: { child: { full_name: string } }) => row.child.full_name)).toEqual([child]);
    expect((await context.request.get(`${url}/api/admin/announcements/${id}`)).status()).toBe(403);
  }
  await refused.page.goto(`/announcement/${id}`);
  await portal.see(refused.page, 'Akses Ditolak');
});

const WAITING_KB = Array.from({ length: 27 }, (_none, at) => ({
  id: crypto.randomUUID(),
  child_id: crypto.randomUUID(),
  child: {
    full_name: `Anak ${String(at + 1).padStart(2, '0')}`,
    nick_name: null,
    gender: 'female',
    parent_name: 'Laila Fitriani',
  },
  registration_number: `PSB-2026-KB-${String(at + 1).padStart(5, '0')}`,
  jenjang: 'KB',
  kelas: null,
}));

test('when 27 results are entered by keys alone, then each is what was pressed, and all are examined', async () => {
  const { page } = await visitor(DESKTOP, { as: 'staff_pendidikan' });
  await page.route('**/students-waiting/KB', (route) => route.fulfill({ json: WAITING_KB }));
  const sent: { results: { result: string; checked: boolean; individual_note: string | null }[] }[] = [];
  await page.route('**/api/admin/announcements', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postDataJSON());
    return route.fulfill({
      status: 503,
      json: { statusCode: 503, code: 'unavailable', message: 'Sibuk', requestId: 'r' },
    });
  });
  await page.goto('/admin/announcements/create');
  await portal.settled(page);
  await writeAnnouncement(page, { title: 'KB', period: 'November', jenjang: 'KB', content: 'Terima kasih.' });
  await page.getByRole('row', { name: /Anak 27/u }).waitFor();

  const inTable = () => page.evaluate(() => document.activeElement?.closest('tbody') !== null);
  await page.getByRole('searchbox').focus();
  for (let tabs = 0; tabs < 12 && !(await inTable()); tabs += 1) await page.keyboard.press('Tab');
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (let at = 0; at < 27; at += 1) {
    if (at === 4) {
      for (const key of ['2', 'n']) await press(key);
      await page.keyboard.type('Belum siap.');
      await press('Escape');
    } else if (at === 9) await press('3');
    else await press('Space');
    if (at < 26) await press('ArrowDown');
  }
  // One for the result and one to go on, and two for the note.
  expect(keys).toBe(27 * 2 - 1 + 2);
  await page.getByText(/Semua sudah diperiksa$/u).waitFor();
  await portal.button(page, 'Simpan draf').focus();
  await page.keyboard.press('Enter');
  await portal.seeToast(page, 'Failed to create announcement');
  const [body] = sent;
  expect(body?.results.map(({ checked }) => checked)).toEqual(Array.from({ length: 26 }, () => true));
  expect(body?.results.filter(({ result }) => result === 'failed')).toEqual([
    expect.objectContaining({ individual_note: 'Belum siap.' }),
  ]);
});

const JENJANG = 'KB';

interface Waves {
  readonly levels: readonly { readonly waves: readonly { id: string; name: string; version: number }[] }[];
}

test('when staff make a wave of one place, then a family sees it open and takes the place, and the next one sees it full', async () => {
  const word = uniqueWord();
  // The last year and this level belong to this test: a wave limits every registration of its level.
  const year = (await schoolOf(staff('cs'))).academic_years.at(-1) ?? '';
  const address = `/admin/waves?tahun=${encodeURIComponent(year)}`;
  const { page } = await visitor(DESKTOP, { as: 'cs' });
  await page.goto(address);
  await portal.button(page, 'Tambah gelombang').click();
  const dialog = page.getByRole('dialog', { name: 'Tambah gelombang' });
  await dialog.getByLabel('Jenjang').selectOption(JENJANG);
  await dialog.getByLabel('Nama gelombang').fill(`Gelombang ${word}`);
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type('01012026');
  await dialog.getByRole('spinbutton').nth(3).focus();
  await page.keyboard.type('31122027');
  await dialog.getByLabel(/^Jumlah pendaftar terbanyak/u).fill('1');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await portal.seeToast(page, 'Gelombang tersimpan');
  await page.getByRole('region', { name: `Gelombang ${JENJANG}` }).waitFor();

  const families = [await signUp(client, newPerson()), await signUp(client, newPerson())];
  const register = async (at: number) => {
    const family = families[at];
    if (!family) throw new Error('no such family');
    await addChild(callAs(client, family.cookie), `Anak ${word}`);
    const phone = await visitor(PHONE, { as: family });
    await phone.page.goto('/registrations');
    await portal.button(phone.page, 'Daftarkan anak').first().click();
    await portal.field(phone.page, 'Jenjang').selectOption(JENJANG);
    await portal.field(phone.page, 'Tahun ajaran').selectOption(year);
    return phone.page;
  };
  const first = await register(0);
  await portal.see(first, new RegExp(`^Gelombang ${word} dibuka sampai 31 Desember 2027, 20.00 WIB`, 'u'));
  await portal.button(first, 'Daftarkan').click();
  await portal.seeToast(first, 'Berhasil', 'Pendaftaran berhasil dibuat');
  const second = await register(1);
  await portal.see(second, `Gelombang ${word} sudah penuh.`);

  const guest = await visitor(PHONE);
  await guest.page.goto('/');
  await portal.see(guest.page, new RegExp(`Gelombang ${word} sudah penuh`, 'u'));

  await page.goto(address);
  await page.getByRole('button', { name: `Batalkan: Gelombang ${word}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan' }).click();
  await portal.seeToast(page, 'Gelombang dibatalkan');
  const kept = await staff('cs')<Waves>('GET', `/api/waves?academic_year=${encodeURIComponent(year)}`);
  const made = kept.levels.flatMap(({ waves }) => waves).filter(({ name }) => name.includes(word));
  expect(made).toMatchObject([{ cancelled: true }]);
});
