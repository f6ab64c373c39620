import { longTest } from '@gerbang/domain/testing/runs';
import { confirmEnrollment, makeScheme } from '../../kit/enrollments.ts';
import { acceptedFamily, paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a family leaves after its child was accepted, then it reads what follows first, and every page says so afterwards', async () => {
  const name = `Nadia ${uniqueWord()}`;
  const people = { admin: staff('admin'), manager: staff('manager_pendidikan') };
  const { parent, id } = await acceptedFamily(client, people, name);
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto(`/registrations?lihat=${id}`);
  await page.getByRole('button', { name: `Mengundurkan diri: ${name}` }).tap();
  const dialog = page.getByRole('dialog', { name: 'Mengundurkan diri' });
  await dialog.getByRole('button', { name: 'Lanjut' }).tap();
  await portal.see(page, 'Pilih alasannya');
  await dialog.getByLabel('Pindah rumah').check();
  await dialog.getByRole('button', { name: 'Lanjut' }).tap();
  await portal.see(page, 'Anak Anda dapat didaftarkan lagi sebagai pendaftaran baru.');
  await portal.see(page, /^Rp\s0 dari Rp\s550\.000$/u);
  expect(await lookInBothThemes(page, 'what follows when a family leaves')).toEqual({});
  await dialog.getByRole('button', { name: /^Ya, undurkan/u }).tap();
  await portal.seeToast(page, 'Pengunduran diri tercatat', 'Rinciannya tetap dapat Anda baca di sini.');
  await portal.see(page, 'Pendaftaran ini sudah mundur');
  await portal.see(page, 'Mengundurkan Diri');
  await page.goto(`/hasil/${id}`);
  await portal.see(page, /^Pendaftaran .+ sudah mundur\.$/u);
  await page.goto('/dashboard');
  await portal.settled(page);
});

longTest(
  'when staff do it for a family on the phone, then the family is asked whether it was its wish, and its answer is a task',
  async () => {
    const word = uniqueWord();
    const { parent, made } = await paidFamily(client, [`Zaidan ${word}`]);
    const id = made[0]?.id;
    const { page } = await visitor(WIDE, { as: 'cs' });
    await page.goto(`/admin/registration?id=${id}`);
    await page.getByRole('tab', { name: 'Riwayat' }).click();
    await portal.button(page, 'Undurkan atas permintaan keluarga').click();
    const dialog = page.getByRole('dialog', { name: 'Undurkan pendaftaran' });
    await dialog.getByLabel('Biaya').check();
    await dialog.getByLabel('Nomor keluarga ditelepon balik').check();
    await dialog.getByLabel('Nomor pendaftaran cocok').check();
    expect(await lookInBothThemes(page, 'leaving for a family')).toEqual({});
    await dialog.getByRole('button', { name: 'Undurkan', exact: true }).click();
    await portal.seeToast(page, 'Pendaftaran diundurkan', 'Keluarga sudah diberi tahu.');

    const home = await visitor(PHONE, { as: parent });
    await home.page.goto('/registrations');
    await home.page.getByRole('button', { name: 'Bukan Anda?' }).tap();
    await home.page.getByLabel('Apa yang terjadi?').fill(`Bukan kami: ${word}`);
    await home.page.getByRole('button', { name: 'Kirim ke sekolah' }).tap();
    await portal.see(home.page, /^Anda menyampaikan pada .+ bahwa Anda tidak memintanya/u);
    await page.goto('/admin/correction-requests');
    await portal.see(page, new RegExp(`Bukan kami: ${word}`, 'u'));
  },
);

longTest(
  'when a family asks after its re-enrolment was processed, then it is refused with a reason, asks again, and takes it back',
  async () => {
    const name = `Khalid ${uniqueWord()}`;
    const people = { admin: staff('admin'), manager: staff('manager_pendidikan') };
    const accepted = await acceptedFamily(client, people, name);
    const { parent, id } = accepted;
    await makeScheme(staff('finance'), accepted, await confirmEnrollment(parent.call, accepted));
    await until(`The lock of ${id}`, async () => {
      return (await parent.call<{ locked: boolean }>('GET', `/api/registrations/${id}`)).locked;
    });
    const { page } = await visitor(PHONE, { as: parent });
    const ask = async () => {
      await page.goto(`/registrations?lihat=${id}`);
      await page.getByRole('button', { name: `Mengundurkan diri: ${name}` }).tap();
      const dialog = page.getByRole('dialog', { name: 'Mengundurkan diri' });
      await dialog.getByLabel('Biaya').check();
      await dialog.getByRole('button', { name: 'Lanjut' }).tap();
      await portal.see(page, 'Yang terjadi bila sekolah menyetujui');
      return dialog.getByRole('button', { name: 'Kirim permintaan' });
    };
    const send = await ask();
    expect(await lookInBothThemes(page, 'what follows when a request to leave is agreed to')).toEqual({});
    await send.tap();
    await portal.seeToast(page, 'Permintaan mundur terkirim', 'Jawaban sekolah tampil di sini.');
    await portal.see(page, 'Permintaan mundur menunggu keputusan sekolah');
    expect(await lookInBothThemes(page, 'a request to leave that waits')).toEqual({});

    const head = await visitor(WIDE, { as: 'manager_pendidikan' });
    await head.page.goto(`/admin/withdrawals?search=${encodeURIComponent(name)}`);
    await portal.button(head.page, `Lihat pengunduran diri ${name}`).click();
    await portal.see(head.page, 'Yang terjadi bila disetujui');
    expect(await lookInBothThemes(head.page, 'a request to leave')).toEqual({});
    await head.page.getByRole('button', { name: 'Tolak', exact: true }).click();
    await head.page.getByLabel('Alasan keputusan').fill('Menunggu surat pindah dari sekolah baru');
    await head.page.getByRole('button', { name: 'Tolak', exact: true }).click();
    await portal.seeToast(head.page, 'Keputusan tersimpan', 'Keluarga diberi tahu dan membaca alasannya.');
    await head.page.goto(`/admin/registration?id=${id}`);
    await head.page.getByRole('tab', { name: 'Mundur' }).click();
    await portal.see(head.page, 'Menunggu surat pindah dari sekolah baru');

    await page.goto('/registrations');
    await portal.see(page, /^Jawaban sekolah pada .+: Menunggu surat pindah dari sekolah baru$/u);
    await (await ask()).tap();
    await portal.see(page, 'Permintaan mundur menunggu keputusan sekolah');
    await portal.button(page, 'Batalkan permintaan').tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Batalkan permintaan' }).tap();
    await portal.seeToast(page, 'Permintaan dibatalkan', 'Pendaftaran tetap berjalan.');
    await page.getByText('Permintaan mundur menunggu keputusan sekolah').waitFor({ state: 'detached' });
  },
);
