import { longTest } from '@gerbang/domain/testing/runs';
import sharp from 'sharp';
import { confirmEnrollment, ownInvoices } from '../../kit/enrollments.ts';
import { acceptedFamily, jakartaDate, paidFamily } from '../../kit/families.ts';
import { inbox, readMessage } from '../../kit/inbox.ts';
import { uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import { holdDecisions } from './held-decisions.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, TABLET } from '../visitor.ts';
import { waitingPayments } from './waiting-payments.ts';
import { client, simulatorUrl, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const REASON = 'Jumlah transfer kurang Rp 50.000.';

/** A desk of finance: its keys are counted, and its decisions can be taken back until it leaves. */
async function countedDesk() {
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  const leave = await holdDecisions(page);
  let count = 0;
  const press = async (key: string) => {
    count += 1;
    await page.keyboard.press(key);
  };
  return { page, leave, press, pressed: () => count };
}

longTest(
  'when finance works a queue of proofs with the keyboard alone, then each decision reaches its family, and no other',
  async () => {
    const word = uniqueWord();
    const [first, second, third] = ['Hasan', 'Maryam', 'Zaki'].map((name) => `${name} ${word}`) as [
      string,
      string,
      string,
    ];
    const { parent, made } = await paidFamily(client, [first, second, third]);
    const neighbour = await paidFamily(client, [`Umar ${uniqueWord()}`]);
    const home = await visitor(PHONE, { as: parent });
    const next = await visitor(PHONE, { as: neighbour.parent });

    const { page } = await visitor(DESKTOP, { as: 'finance' });
    const leave = await holdDecisions(page);
    const keys = page.keyboard;
    const hand = family.keyboard(page);
    const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
    const stands = (child: string) => panel.getByRole('heading', { name: child }).waitFor();
    const ready = () => panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Yang menunggu Anda' }).waitFor();
    await hand.press(page.getByRole('link', { name: /^Pembayaran menunggu verifikasi/u }));
    await page.waitForURL('**/admin/registration?payment_status=paid&sort=created_at&academic_year=semua');
    await page.goto('/admin/registration?payment_status=paid');
    await page.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
    await portal.see(page, /^[\d.]+ pendaftaran$/u);
    await keys.press('/');
    await keys.type(word);
    await portal.see(page, '3 pendaftaran');

    // The longest wait stands first. Each decision brings the next one; until it leaves it can be taken back.
    await keys.press('Enter');
    await stands(first);
    await panel.getByText('Cocokkan', { exact: true }).waitFor();
    await panel.getByText('1 / 3').waitFor();
    await ready();
    await keys.press('v');
    await page.getByText(`${first} terverifikasi`).waitFor();
    await stands(second);
    await keys.press('z');
    await stands(first);
    await ready();
    await keys.press('v');
    await stands(second);
    await ready();
    await keys.press('t');
    await page.getByRole('textbox', { name: 'Alasan penolakan' }).waitFor();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    await keys.press('Control+Enter');
    await portal.see(page, 'Alasan penolakan diperlukan');
    await keys.type(REASON);
    await keys.press('Control+Enter');
    await stands(third);
    await ready();
    await keys.press('v');
    await page.getByText(`${third} terverifikasi`).waitFor();
    await leave();
    await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
    await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');

    await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${third} .* sudah kami verifikasi`, 'u'));
    await readMessage(simulatorUrl, parent.whatsapp, new RegExp(`${first} .* sudah kami verifikasi`, 'u'));
    const refusal = await readMessage(
      simulatorUrl,
      parent.whatsapp,
      new RegExp(`${second} .*belum dapat`, 'u'),
    );
    expect(refusal).not.toContain(REASON);
    await home.page.goto('/dashboard');
    await home.page.getByRole('link', { name: 'Kirim bukti baru' }).tap();
    await portal.see(home.page, REASON);
    const seen = await parent.call<{ id: string; payment_status: string }[]>('GET', '/api/registrations');
    expect(made.map(({ id }) => seen.find((one) => one.id === id)?.payment_status)).toEqual([
      'verified',
      'rejected',
      'verified',
    ]);

    await next.page.goto('/registrations');
    await portal.see(next.page, 'Menunggu Verifikasi');
    await eventually(() => next.page.getByText(word).count()).toBe(0);
    const messages = await inbox(simulatorUrl, neighbour.parent.whatsapp);
    expect(messages.some(({ text }) => text.includes(word))).toBe(false);
    const others = await next.context.request.get(`${url}/api/registrations/${made[0]?.id}`);
    expect(others.status()).toBe(404);
  },
);

/** A family may add only so many children a day. */
const A_FAMILY = 10;

test('when finance verifies twenty fees by the keyboard alone and takes two back, then each takes one key, and all are verified', async () => {
  const word = uniqueWord();
  const children = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `Anak ${letter} ${word}`);
  const families = [
    await paidFamily(client, children.slice(0, A_FAMILY)),
    await paidFamily(client, children.slice(A_FAMILY)),
  ];
  const { page, leave, press, pressed } = await countedDesk();
  await page.goto('/admin/registration?payment_status=paid');
  await portal.see(page, /^[\d.]+ pendaftaran$/u);
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await portal.see(page, `${children.length} pendaftaran`);
  const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
  const stands = async (child: string) => {
    await panel.getByRole('heading', { name: child }).waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
  };
  const takenBack = new Set([children[6], children.at(-1)]);
  await press('Enter');
  for (const child of children) {
    await stands(child);
    await press('v');
    if (!takenBack.has(child)) continue;
    await page.getByText(`${child} terverifikasi`).waitFor();
    await press('z');
    await stands(child);
    await press('v');
  }
  expect(pressed()).toBe(children.length + 1 + 2 * takenBack.size);
  await page.getByText(`${children.at(-1)} terverifikasi`).waitFor();
  await leave();
  await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
  for (const { parent, made } of families) {
    const seen = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
    expect(seen.map((one) => one.payment_status)).toEqual(made.map(() => 'verified'));
  }
});

test('when finance finds a waiting proof on a phone and verifies it, then the family sees it', async () => {
  const child = `Hasan ${uniqueWord()}`;
  const { parent } = await paidFamily(client, [child]);
  const { page } = await visitor(PHONE, { as: 'finance' });
  const leave = await holdDecisions(page);
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Lihat Detail: ${child}` }).tap();
  await page.getByRole('button', { name: /^Verifikasi & lanjut/u }).tap();
  await portal.see(page, `${child} terverifikasi`);
  await leave();
  await portal.seeToast(page, 'Berhasil', 'Status pembayaran berhasil diupdate');

  const home = await visitor(PHONE, { as: parent });
  await home.page.goto('/registrations');
  await portal.see(home.page, 'Terverifikasi');
});

longTest(
  'when finance has no mouse, then payments of invoices take one key each, one is taken back and refused, and all reach the family',
  async () => {
    const word = uniqueWord();
    const { parent, invoices } = await waitingPayments(`Zaki ${word}`);
    const { page, leave, press, pressed } = await countedDesk();
    await page.goto('/admin/invoices?status=awaiting_verification');
    await page.getByRole('searchbox').fill(word);
    await portal.see(page, `${invoices.length} tagihan`);
    const panel = page.getByRole('region', { name: 'Tagihan dan pembayaran' });
    const stands = async (number: string) => {
      await panel.getByText(number).first().waitFor();
      await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    };
    await page.getByRole('searchbox').focus();
    await press('Enter');
    for (const { invoice_number: number } of invoices) {
      await stands(number);
      await press('v');
    }
    expect(pressed()).toBe(invoices.length + 1);
    const last = invoices.at(-1)?.invoice_number ?? '';
    await press('z');
    await stands(last);
    // The first of the ready reasons.
    await press('1');
    await page
      .getByText(/ditolak$/u)
      .first()
      .waitFor();
    await leave();
    await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
    await until('All decisions about the invoices', async () => {
      const states = (await ownInvoices(parent.call)).map(({ status }) => status);
      return (
        states.join() ===
        invoices.map((_one, at) => (at < invoices.length - 1 ? 'verified' : 'payment_rejected')).join()
      );
    });
  },
);

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

longTest(
  'when a slip comes again from another family, then finance compares both, decides, and can verify',
  async () => {
    const word = uniqueWord();
    const [slip, copy] = await twoCopies();
    await paidFamily(client, [`Hasan ${word}`], { picture: slip });
    await paidFamily(client, [`Maryam ${word}`], { picture: copy });
    const { page } = await visitor(DESKTOP, { as: 'finance' });
    const leave = await holdDecisions(page);
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
    const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
    await panel.getByText(/^Bukti ini mirip dengan bukti .* \(Keluarga lain, /u).waitFor();
    await keys.press('v');
    await portal.see(page, /Bandingkan keduanya dan putuskan sebelum memverifikasi/u);
    await panel.getByRole('button', { name: /^Bandingkan dengan/u }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bandingkan bukti' });
    await dialog.getByRole('region', { name: 'Dikirim kemudian' }).waitFor();
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
    await leave();

    const phone = await visitor(PHONE, { as: 'finance' });
    await phone.page.goto('/admin/proof-alerts');
    await phone.page
      .getByRole('row')
      .filter({ hasText: word })
      .getByRole('button', { name: /^Bandingkan PSB/u })
      .click();
    const sheet = phone.page.getByRole('dialog', { name: 'Bandingkan bukti' });
    await sheet.getByText(/^Diputuskan bukan bukti ganda oleh/u).waitFor();
  },
);

test('when finance works its queue, then confirmation, scheme, rejection, correction and an added payment reach the family', async () => {
  const accepted = await acceptedFamily(client, {
    admin: staff('admin'),
    manager: staff('manager_pendidikan'),
  });
  const { parent, child } = accepted;
  await confirmEnrollment(parent.call, accepted);
  const home = await visitor(PHONE, { as: parent });
  const { page } = await visitor(TABLET, { as: 'finance' });
  const top = page.getByRole('dialog').last();
  const panel = page.getByRole('region', { name: 'Tagihan dan pembayaran' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Konfirmasi menunggu/u }).click();
  await page.waitForURL('**/admin/enrollment?group=waiting&sort=submitted_at&academic_year=semua');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Konfirmasi daftar ulang ${child}` }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await question.getByRole('button', { name: 'Konfirmasi' }).click();
  await portal.seeToast(page, 'Berhasil', 'Status berhasil diperbarui');
  await readMessage(simulatorUrl, parent.whatsapp, /daftar ulang/iu);

  await page.goto('/admin/enrollment');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('link', { name: `Buat skema pembayaran untuk ${child}` }).click();
  await page.waitForURL('**/admin/payment-scheme/create?confirmationId=*');
  await portal.field(page, 'Biaya pendidikan').fill('10000000');
  await page.getByRole('radio', { name: /^Cicilan/u }).check();
  await portal.see(page, /^Pilih tanggal cicilan pertama/u);
  await page.getByRole('spinbutton').first().focus();
  const year = Number(jakartaDate().slice(0, 4)) + 2;
  await page.keyboard.type(`2802${year}`);
  await portal.see(page, `28 April ${year}`);
  await portal.button(page, 'Buat Skema Pembayaran').click();
  await question.getByRole('button', { name: 'Buat Skema Pembayaran' }).click();
  await portal.seeToast(page, 'Berhasil', 'Skema pembayaran berhasil dibuat');
  await page.waitForURL('**/admin/enrollment');

  const [first] = await ownInvoices(parent.call);
  if (first?.total_amount !== 5_000_000) throw new Error('no first installment');
  const pay = async (amount: string) => {
    await home.page.goto('/tagihan');
    await family.payInvoice(home.page, first.invoice_number, amount);
  };
  const openInvoice = async (address: string) => {
    await page.goto(address);
    await page.getByRole('searchbox').fill(first.invoice_number);
    await page
      .getByRole('button', { name: new RegExp(`^Lihat pembayaran ${first.invoice_number}`, 'iu') })
      .click();
    await page.getByRole('tab', { name: 'Tagihan & riwayat' }).click();
    await portal.see(page, 'Riwayat Pembayaran');
  };

  await pay('2000000');
  await openInvoice('/admin/invoices?status=awaiting_verification');
  await panel.getByRole('button', { name: 'Tolak', exact: true }).click();
  await top.getByLabel('Alasan penolakan').fill('Slip buram');
  await top.getByRole('button', { name: 'Tolak', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Verifikasi pembayaran berhasil diperbarui');
  await readMessage(simulatorUrl, parent.whatsapp, /belum dapat kami terima/u);

  await pay('2000000');
  await openInvoice('/admin/invoices');
  await panel.getByRole('button', { name: 'Ubah & Verifikasi' }).click();
  await portal.field(page, 'Jumlah pembayaran').fill('1500000');
  await top.getByRole('button', { name: 'Simpan & Verifikasi' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil diperbarui');
  await portal.see(page, 'Dibayar Sebagian');

  await panel.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await portal.field(page, 'Jumlah pembayaran').waitFor();
  await eventually(() => portal.field(page, 'Jumlah pembayaran').inputValue()).toBe('Rp 3.500.000');
  await panel.getByLabel('Bukti pembayaran', { exact: true }).setInputFiles(family.slip());
  await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
  await panel.getByRole('button', { name: 'Simpan', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil ditambahkan');
  await portal.see(page, 'Lunas');
  const after = await ownInvoices(parent.call);
  expect(after.find((one) => one.id === first.id)).toMatchObject({ status: 'verified', remaining: 0 });
  await page.goto('/admin/invoices');
  await page.locator('table').waitFor();
});
