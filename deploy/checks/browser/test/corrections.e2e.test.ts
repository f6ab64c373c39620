import { longTest } from '@gerbang/domain/testing/runs';
import { pdfText } from '@gerbang/billing-service/test/pdf-text';
import type { Page } from 'playwright-core';
import { confirmEnrollment } from '../../kit/enrollments.ts';
import { acceptedFamily, decideFee, registerChild, sendFeeProof } from '../../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { client, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** Corrects level and class on the desk, up to the list of what follows. */
async function moveTo(page: Page, id: string, [jenjang, kelas]: readonly [string, string]) {
  await page.goto(`/admin/registration?id=${id}`);
  await page.getByRole('tab', { name: 'Koreksi' }).click();
  const group = page.getByRole('region', { name: 'Data pendaftaran' });
  await group.getByRole('button', { name: 'Ubah Jenjang' }).click();
  await group.getByLabel('Jenjang', { exact: true }).selectOption(jenjang);
  await group.getByLabel('Kelas', { exact: true }).selectOption(kelas);
  await group.getByLabel('Alasan').fill('Keluarga salah memilih jenjang');
  await group.getByRole('button', { name: 'Lihat yang ikut berubah' }).click();
  return group;
}

/** Decides about the difference of a fee in the open panel. */
async function decide(page: Page, way: string, reason: string) {
  await portal.see(page, 'Selisih biaya pendaftaran');
  await portal.button(page, way).click();
  await portal.field(page, 'Alasan').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: way }).click();
}

longTest(
  'when the class of an accepted child is corrected, then the desk reads what follows before it saves, and the family reads it',
  async () => {
    const word = uniqueWord();
    const { parent, id } = await acceptedFamily(
      client,
      { admin: staff('admin'), manager: staff('manager_pendidikan') },
      `Naila ${word}`,
    );
    const { page } = await visitor(WIDE, { as: 'staff_pendidikan' });
    const group = await moveTo(page, id, ['TK', 'TK B']);
    await portal.see(page, /^Biaya Rp\s550\.000 tetap\. Biaya di tempat baru Rp\s350\.000/u);
    await group.getByRole('button', { name: 'Simpan koreksi' }).click();
    await portal.seeToast(page, 'Koreksi disimpan', 'Keluarga diberi tahu dan dapat membaca alasannya.');
    const money = await visitor(WIDE, { as: 'finance' });
    await money.page.goto(`/admin/registration?id=${id}`);
    await decide(money.page, 'Kembalikan kelebihannya', 'Ditransfer ke rekening ayah');
    await portal.see(money.page, 'Dikembalikan ke keluarga');
    const home = await visitor(PHONE, { as: parent });
    await home.page.goto(`/registrations?lihat=${id}`);
    await portal.see(home.page, 'Sekolah mengoreksi Jenjang: SD → TK.');
    await portal.see(home.page, 'Alasan: Keluarga salah memilih jenjang');
  },
);

longTest(
  'when the fee of the corrected level is higher and finance asks for the rest, then the family sees how much and where to transfer it',
  async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'));
    const registered = await registerChild(parent.call, `Naila ${uniqueWord()}`, 'TK');
    await sendFeeProof(parent.call, registered);
    await decideFee(staff('admin'), registered, 'verified');
    const { page } = await visitor(WIDE, { as: 'staff_pendidikan' });
    const group = await moveTo(page, registered.id, ['SD', '1']);
    await group.getByRole('button', { name: 'Simpan koreksi' }).click();
    await portal.seeToast(page, 'Koreksi disimpan', 'Keluarga diberi tahu dan dapat membaca alasannya.');
    const money = await visitor(WIDE, { as: 'finance' });
    await money.page.goto(`/admin/registration?id=${registered.id}`);
    await decide(money.page, 'Minta kekurangannya', 'Biaya SD lebih tinggi');
    await portal.see(money.page, 'Diminta dari keluarga');
    const home = await visitor(PHONE, { as: parent });
    await home.page.goto('/registrations');
    await portal.see(home.page, 'Kekurangan biaya');
    await home.page.getByRole('button', { name: /^Bayar kekurangan/u }).tap();
    await portal.see(home.page, 'Kekurangan biaya pendaftaran');
    await portal.see(home.page, /Rp\s200\.\d{3}/u);
  },
);

test('when a misspelt name is corrected after re-enrolment, then papers say so, the old code is revoked, and the family reads it, objects once and is answered', async () => {
  const word = uniqueWord();
  const [wrong, right] = [`Muhamad ${word}`, `Muhammad ${word}`];
  const accepted = await acceptedFamily(
    client,
    { admin: staff('admin'), manager: staff('manager_pendidikan') },
    wrong,
  );
  const { parent, id } = accepted;
  const confirmation = await confirmEnrollment(parent.call, accepted);
  await staff('admin')('PUT', `/api/admin/enrollment-confirmations/${confirmation}/status`, {
    status: 'processed',
  });
  const home = await visitor(PHONE, { as: parent });

  /** A paper's words, and the code of its check page. */
  const paper = async (path: string) => {
    const response = await until('The paper', async () => {
      const given = await home.context.request.get(`${url}${path}`);
      return given.status() === 200 ? given : null;
    });
    const [, code = ''] = /\/cek\/([0-9A-Z]+)/u.exec(response.headers().link ?? '') ?? [];
    return { code, text: pdfText(await response.body()).replace(/\s+/gu, ' ') };
  };
  const papers = [
    `/api/registrations/${id}/fee-receipt`,
    `/api/enrollment-confirmations/${confirmation}/letter`,
  ];
  const old: { readonly code: string; readonly text: string }[] = [];
  for (const path of papers) old.push(await paper(path));
  expect(old.every(({ text }) => text.includes(wrong))).toBe(true);

  const { page } = await visitor(WIDE, { as: 'cs' });
  await page.goto(`/admin/registration?id=${id}`);
  await page.getByRole('tab', { name: 'Koreksi' }).click();
  const group = page.getByRole('region', { name: 'Data anak' });
  await portal.see(page, /Dikoreksi oleh Staf TU atau Administrator\.$/u);
  await group.getByRole('button', { name: 'Ubah Nama lengkap' }).click();
  await group.getByLabel('Nama lengkap', { exact: true }).fill(right);
  await group.getByLabel('Alasan').fill('Sesuai akta kelahiran');
  await group.getByRole('button', { name: 'Lihat yang ikut berubah' }).click();
  await portal.see(page, 'Yang ikut berubah');
  await group.getByRole('button', { name: 'Simpan koreksi' }).click();
  await portal.seeToast(page, 'Koreksi disimpan', 'Keluarga diberi tahu dan dapat membaca alasannya.');

  await until('The papers are replaced', async () => {
    const states = await Promise.all(
      old.map(({ code }) => home.context.request.get(`${url}/api/papers/${code}`)),
    );
    const checks = (await Promise.all(states.map((state) => state.json()))) as { replaced?: boolean }[];
    return checks.every(({ replaced }) => replaced) || null;
  });
  for (const path of papers) expect((await paper(path)).text).toContain(right);
  await home.page.goto(`/cek/${old[0]?.code}`);
  await portal.see(home.page, /^Ada dokumen yang lebih baru dengan nomor yang sama/u);

  await home.page.goto(`/registrations?lihat=${id}`);
  await portal.see(home.page, `Sekolah mengoreksi Nama lengkap: ${wrong} → ${right}.`);
  await portal.see(home.page, 'Alasan: Sesuai akta kelahiran');
  await portal.button(home.page, 'Ini tidak benar').tap();
  await portal.field(home.page, 'Yang salah dan yang benar').fill('Ejaannya tanpa m kedua');
  await portal.button(home.page, 'Kirim').tap();
  await portal.see(home.page, 'Anda menyatakan ini tidak benar: Ejaannya tanpa m kedua');
  await portal.see(home.page, 'Menunggu jawaban sekolah.');

  await page.goto('/admin/correction-requests');
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: `Lihat permintaan untuk ${right}` }).click();
  await portal.button(page, 'Tidak dikoreksi').click();
  await portal.field(page, 'Jawaban').fill('Akta kelahiran menulis Muhammad');
  await portal.button(page, 'Kirim jawaban').click();
  await portal.seeToast(page, 'Jawaban terkirim', 'Keluarga membacanya di riwayat pendaftaran.');
  await home.page.reload();
  await portal.see(home.page, 'Jawaban sekolah: Akta kelahiran menulis Muhammad');
  await home.page.getByRole('button', { name: 'Ini tidak benar' }).waitFor({ state: 'detached' });
});
