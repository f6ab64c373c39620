import { eventually } from '../eventually.ts';
import { registerChild, registrationBody, schoolOf, uploadProof } from '../../kit/families.ts';
import { readMessage } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check } from './checks.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

describe.each([PHONE, DESKTOP])('a family on a $name screen', (screen) => {
  test('when an empty account does everything that is asked for, then its payment waits for verification', async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'));
    const { page } = await visitor(screen, { as: parent });
    const hand = screen === PHONE ? family.thumb() : family.keyboard(page);
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => Object.assign(wrong, await check(page, where));

    await page.goto('/dashboard');
    await portal.see(page, 'Belum ada pendaftaran');
    await portal.see(page, 'Tidak ada data anak');
    await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
    await family.addChild(page, hand, { name: 'Aisyah Putri', birth: '14032020' });
    await portal.see(page, 'Aisyah Putri');
    await look('children');

    await page.goto('/profile');
    await portal.see(page, 'Data Ayah');
    await look('profile');
    await hand.press(page.getByRole('link', { name: 'Data Ayah' }));
    await page.getByLabel('Nama lengkap').fill('Ahmad Fauzi');
    await hand.press(portal.button(page, 'Simpan dan lanjut'));
    await page.getByRole('group', { name: 'Data Ibu' }).waitFor();
    await look('profile of the mother');
    await hand.press(page.getByRole('link', { name: 'Semua bagian' }));
    await hand.press(page.getByRole('link', { name: 'Alamat' }));
    await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
    await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
    await hand.press(portal.button(page, 'Simpan Profile'));
    await portal.seeToast(page, 'Profile berhasil diperbarui', 'Data orang tua telah disimpan.');

    await page.goto('/registrations');
    await portal.see(page, 'Belum ada pendaftaran.');
    await family.registerChild(page, hand, 'SD', '1');
    await portal.see(page, /^PSB-2026-SD-\d{5}$/u);
    await look('registrations');
    await readMessage(simulatorUrl, parent.whatsapp, /Pendaftaran Aisyah Putri ke SD .* PSB-2026-SD-\d{5}/su);

    await page.goto('/dashboard');
    await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
    await portal.see(page, 'Lima ratus lima puluh ribu rupiah');
    await look('payment');
    await hand.press(portal.button(page, 'Sudah transfer, unggah bukti'));
    await portal.see(page, 'Langkah 2 dari 2');
    await look('proof');
    await family.pickProof(page, await family.photograph(page, 1200, 900));
    await portal.seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
    await family.sendProof(page, hand, parent.name);
    await look('proof sent');
    await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));
    await portal.see(page, 'Menunggu Verifikasi');
    await readMessage(simulatorUrl, parent.whatsapp, /Bukti pembayaran pendaftaran Aisyah Putri/u);

    await page.goto('/dashboard');
    await hand.press(page.getByRole('button', { name: 'Lihat Detail: Aisyah Putri' }));
    await portal.see(page, 'Riwayat Tahapan');
    await look('history');
    await portal.button(page, 'Tutup Detail: Aisyah Putri').waitFor();
    expect(wrong).toEqual({});
  }, 240_000);
});

test('when a parent enters a child a second time, then a dialog says so, nothing typed is lost, and staff find both', async () => {
  const name = `Hafsah Nur ${uniqueWord()}`;
  const parent = await signUp(client, newPerson());
  const known = await registerChild(parent.call, name);
  const { birth_date: born } = await parent.call<{ birth_date: string }>(
    'GET',
    `/api/children/${known.childId}`,
  );
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/children');
  await portal.button(page, 'Tambah Anak').first().tap();
  const form = page.getByRole('dialog', { name: 'Tambah data anak' });
  // Another spelling of the same name.
  await form.getByLabel('Nama lengkap', { exact: true }).fill(name.toUpperCase());
  await form.getByLabel('Tempat lahir', { exact: true }).fill('Depok');
  await form.getByRole('spinbutton').first().focus();
  await page.keyboard.type(born.split('-').toReversed().join(''));
  const save = form.getByRole('button', { name: 'Simpan', exact: true });
  await save.tap();
  const question = page.getByRole('dialog', { name: 'Anak ini sudah ada' });
  await question.getByText(`${name} dengan tanggal lahir ini sudah ada di data anak Anda.`).waitFor();
  expect(await check(page, 'same child')).toEqual({});
  await question.getByRole('button', { name: 'Tutup' }).tap();
  await question.waitFor({ state: 'detached' });
  await eventually(() => form.getByLabel('Nama lengkap', { exact: true }).inputValue()).toBe(
    name.toUpperCase(),
  );
  await eventually(() => form.getByLabel('Tempat lahir', { exact: true }).inputValue()).toBe('Depok');
  await eventually(() => form.getByRole('spinbutton').allTextContents()).toEqual(
    born.split('-').toReversed(),
  );

  await save.tap();
  await question.getByRole('button', { name: 'Simpan sebagai anak lain' }).tap();
  await portal.seeToast(page, 'Berhasil', 'Data anak berhasil ditambahkan');
  const children = await parent.call<{ id: string }[]>('GET', '/api/children');
  const other = children.find(({ id }) => id !== known.childId);
  const body = registrationBody(await schoolOf(parent.call), other?.id ?? '');
  await parent.call('POST', '/api/registrations', body);

  const { page: desk } = await visitor(DESKTOP, { as: 'cs' });
  await desk.goto('/admin/registration');
  await desk.getByLabel('Kesamaan anak', { exact: true }).selectOption('Mungkin anak yang sama');
  await desk.getByRole('searchbox').fill(name);
  await portal.see(desk, '2 pendaftaran');
  const marks = desk.getByRole('row').getByText('Mungkin anak yang sama').filter({ visible: true });
  await eventually(() => marks.count()).toBe(2);
  expect(new URL(desk.url()).searchParams.get('same_child')).toBe('1');
  expect(await check(desk, 'marked children')).toEqual({});
}, 120_000);

test('when the line is slow and the upload is stopped, then nothing typed is lost and the second try gets through', async () => {
  const parent = await signUp(client);
  const registration = await registerChild(parent.call, 'Umar');
  const { page, context } = await visitor(PHONE, { as: parent });
  await page.goto(`/registrations?bayar=${registration.id}`);
  await page.waitForURL(`**/registrations/${registration.id}/bayar`);
  await family.toProof(page);
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
  await eventually(() => portal.field(page, 'Nama bank').inputValue()).toBe('Bank Contoh');

  await page.goBack();
  await portal.see(page, 'Transfer tepat sebesar ini');
  await page.goForward();
  await portal.see(page, 'bukti-transfer.jpg');
  await page.reload();
  await portal.see(page, 'bukti-transfer.jpg');
  await eventually(() => portal.field(page, 'Nama bank').inputValue()).toBe('Bank Contoh');
}, 180_000);

test("when another family opens a registration's address, then it learns nothing", async () => {
  const parent = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: parent });
  const other = await visitor(DESKTOP, { as: 'newcomer' });
  const { childId } = await registerChild(parent.call, 'Rahasia Keluarga');
  expect((await other.context.request.get(`${url}/api/children/${childId}`)).status()).toBe(404);
  await other.page.goto('/children');
  await portal.see(other.page, 'Tidak ada data anak');
  await page.goto('/children');
  await portal.see(page, 'Rahasia Keluarga');
});

test('when a picture with an appended script is opened by its link, then it is shown in a sandbox and nothing runs', async () => {
  const parent = await signUp(client);
  const { page } = await roughVisitor(DESKTOP, { as: parent });
  await page.goto('/dashboard');
  const photo = await family.photograph(page, 200, 150);
  const script = Buffer.from('<script>window.ran = true; document.title = "ran"</script>');
  const response = await page.goto(await uploadProof(parent.call, Buffer.concat([photo, script])));
  const headers = response?.headers() ?? {};
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['cache-control']).toBe('private, no-store');
  expect((await response?.body())?.includes('<script')).toBe(false);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.title()).not.toBe('ran');
});

test('when a page or a drawing is uploaded under the name of a picture, then it is refused', async () => {
  const { call } = await signUp(client);
  for (const text of ['<!doctype html><script>1</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>'])
    await expect(uploadProof(call, Buffer.from(text))).rejects.toThrow('returned 422');
});
