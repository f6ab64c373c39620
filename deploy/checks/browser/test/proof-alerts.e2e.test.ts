import sharp from 'sharp';
import { paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** A picture like a slip, another one each time, as a telephone keeps it and as it comes again. */
async function twoCopies(): Promise<readonly [Buffer, Buffer]> {
  const bands = Array.from({ length: 9 }, (_none, at) => ({
    input: {
      create: {
        width: 120 + Math.floor(Math.random() * 440),
        height: 36,
        channels: 3 as const,
        background: at % 2 === 0 ? '#1f2937' : '#94a3b8',
      },
    },
    left: 60,
    top: 360 + at * 90,
  }));
  const head = {
    input: { create: { width: 720, height: 280, channels: 3 as const, background: '#0a5bd3' } },
    left: 0,
    top: 0,
  };
  const slip = await sharp({ create: { width: 720, height: 1280, channels: 3, background: '#ffffff' } })
    .composite([head, ...bands])
    .png()
    .toBuffer();
  return [slip, await sharp(slip).resize(600).jpeg({ quality: 60 }).toBuffer()];
}

test('when a slip comes again from another family, then finance compares both, decides, and can verify', async () => {
  const word = uniqueWord();
  const [slip, copy] = await twoCopies();
  await paidFamily(client, [`Hasan ${word}`], { picture: slip });
  await paidFamily(client, [`Maryam ${word}`], { picture: copy });
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where));
  const keys = page.keyboard;

  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Yang menunggu Anda' }).waitFor();
  await page.getByRole('link', { name: /^Bukti ganda menunggu/u }).waitFor();
  await page.goto('/admin/registration?payment_status=paid');
  await portal.see(page, /^[\d.]+ pendaftaran$/u);
  await keys.press('/');
  await keys.type(word);
  await portal.see(page, '2 pendaftaran');
  await keys.press('Enter');
  await look('list');
  await keys.press('j');
  const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
  await panel.getByText(/^Bukti ini mirip dengan bukti .* \(Keluarga lain, /u).waitFor();
  await look('held proof');
  await keys.press('v');
  await portal.see(page, /Bandingkan keduanya dan putuskan sebelum memverifikasi/u);
  await panel.getByRole('button', { name: /^Bandingkan dengan/u }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bandingkan bukti' });
  await dialog.getByRole('region', { name: 'Dikirim kemudian' }).waitFor();
  await look('compare');
  await dialog.getByRole('button', { name: 'Bukan bukti ganda' }).press('Enter');
  await portal.see(page, 'Catatan harus diisi, paling sedikit 5 karakter');
  await keys.type('Dua transfer, nomor referensi lain');
  await dialog.getByRole('button', { name: 'Bukan bukti ganda' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).click();
  await page
    .getByText(/terverifikasi$/u)
    .first()
    .waitFor();
  expect(wrong).toEqual({});

  const phone = await visitor(PHONE, { as: 'finance' });
  await phone.page.goto('/admin/proof-alerts');
  await phone.page
    .getByRole('row')
    .filter({ hasText: word })
    .getByRole('button', { name: /^Bandingkan PSB/u })
    .click();
  const sheet = phone.page.getByRole('dialog', { name: 'Bandingkan bukti' });
  await sheet.getByText(/^Diputuskan bukan bukti ganda oleh/u).waitFor();
  expect(await checkAll(phone.page, 'phone')).toEqual({});
}, 240_000);
