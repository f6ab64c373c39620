import * as family from '../family.ts';
import * as inbox from '../inbox.ts';
import { newPerson } from '../people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check } from './checks.ts';
import { simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const told = (to: string, words: RegExp) => inbox.told(simulatorUrl, to, words);

describe.each([PHONE, DESKTOP])('a family on a $name screen', (screen) => {
  test('when an empty account does everything that is asked for, then its payment waits for verification', async () => {
    const { page, context } = await visitor(screen);
    const hand = screen === PHONE ? family.thumb() : family.keyboard(page);
    const parent = newPerson('Rahma Aulia');
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => Object.assign(wrong, await check(page, where));
    await portal.signUp(context, url, parent);

    await page.goto('/dashboard');
    await portal.see(page, 'Belum ada pendaftaran');
    await portal.see(page, 'Tidak ada data anak');
    await look('empty dashboard');
    await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
    await family.addChild(page, hand, { name: 'Aisyah Putri', birth: '14032020' });
    await portal.see(page, 'Aisyah Putri');
    await look('children');

    await page.goto('/profile');
    await portal.see(page, 'Data Ayah');
    await look('profile');
    await page.getByLabel('Nama lengkap').first().fill('Ahmad Fauzi');
    await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
    await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
    await hand.press(portal.button(page, 'Simpan Profile'));
    await portal.seeToast(page, 'Profile berhasil diperbarui', 'Data orang tua telah disimpan.');

    await page.goto('/registrations');
    await portal.see(page, 'Belum ada pendaftaran.');
    await look('no registrations');
    await family.registerChild(page, hand, 'SD', '1');
    await portal.see(page, /^PSB-2026-SD-\d{5}$/u);
    await look('registrations');
    await told(parent.whatsapp, /Pendaftaran Aisyah Putri ke SD .* PSB-2026-SD-\d{5}/su);

    await page.goto('/dashboard');
    await hand.press(page.getByRole('link', { name: 'Unggah bukti bayar pendaftaran' }));
    await portal.see(page, 'Lima ratus lima puluh ribu rupiah');
    await look('payment');
    await family.pickProof(page, await family.photograph(page, 1200, 900));
    await portal.seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
    await family.sendProof(page, hand, parent.name);
    await look('proof sent');
    await portal.button(page, 'Tutup').first().click();
    await portal.see(page, 'Menunggu Verifikasi');
    await told(parent.whatsapp, /Bukti pembayaran pendaftaran Aisyah Putri/u);

    await page.goto('/dashboard');
    await hand.press(page.getByRole('button', { name: 'Lihat Detail: Aisyah Putri' }));
    await portal.see(page, 'Riwayat Tahapan');
    await look('history');
    await portal.button(page, 'Tutup Detail: Aisyah Putri').waitFor();
    expect(wrong).toEqual({});
  }, 240_000);
});

test('when the line is slow and the upload is stopped, then nothing typed is lost and the second try gets through', async () => {
  const { page, context } = await visitor(PHONE);
  const parent = newPerson();
  await portal.signUp(context, url, parent);
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(`${url}${path}`, { headers: { origin: url }, data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return (await answer.json()) as { id: string };
  };
  const child = await post('/api/children', {
    full_name: 'Umar',
    birth_city: 'Depok',
    birth_date: '2019-05-02',
  });
  const registration = await post('/api/registrations', {
    child_id: child.id,
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
  });
  await page.goto(`/registrations?bayar=${registration.id}`);
  await portal.field(page, 'Nama bank').fill('Bank Contoh');
  const photo = await family.photograph(page, 700, 500);

  const line = await context.newCDPSession(page);
  const speed = (upload: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: -1,
      uploadThroughput: upload,
    });
  await speed(20_000);
  await family.pickProof(page, photo);
  await portal.see(page, /^Mengunggah\.\.\. [1-9]\d?%$/u);
  await portal.button(page, 'Batalkan unggahan').tap();
  await portal.see(page, 'Unggahan dibatalkan. File belum terkirim.');
  await speed(-1);
  await portal.button(page, 'Coba unggah lagi').tap();
  await portal.seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
  expect(await portal.field(page, 'Nama bank').inputValue()).toBe('Bank Contoh');
}, 180_000);

test("when another family opens a registration's address, then it learns nothing", async () => {
  const { page, context } = await visitor(DESKTOP);
  await portal.signUp(context, url, newPerson());
  const other = await visitor(DESKTOP);
  await portal.signUp(other.context, url, newPerson());
  const child = await context.request.post(`${url}/api/children`, {
    headers: { origin: url },
    data: { full_name: 'Rahasia Keluarga', birth_city: 'Depok', birth_date: '2019-05-02' },
  });
  const { id } = (await child.json()) as { id: string };
  expect((await other.context.request.get(`${url}/api/children/${id}`)).status()).toBe(404);
  await other.page.goto('/children');
  await portal.see(other.page, 'Tidak ada data anak');
  await page.goto('/children');
  await portal.see(page, 'Rahasia Keluarga');
});
