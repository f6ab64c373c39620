import { eventually } from '../eventually.ts';
import { paidFamily } from '../../kit/families.ts';
import { inbox, readMessage } from '../../kit/inbox.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const REASON = 'Jumlah transfer kurang Rp 50.000.';

test('when finance works a queue of proofs with the keyboard alone, then each decision reaches its family, and no other', async () => {
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
  const keys = page.keyboard;
  const hand = family.keyboard(page);
  const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
  const stands = (child: string) => panel.getByRole('heading', { name: child }).waitFor();
  const ready = () => panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where));
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Yang menunggu Anda' }).waitFor();
  await look('dashboard');
  await hand.press(page.getByRole('link', { name: /^Pembayaran menunggu verifikasi/u }));
  await page.waitForURL('**/admin/registration?payment_status=paid&sort=created_at');
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
  await portal.see(page, /^[\d.]+ pendaftaran$/u);
  await keys.press('/');
  await keys.type(word);
  await portal.see(page, '3 pendaftaran');
  await look('list');

  // The longest wait stands first. Each decision brings the next one; until it leaves it can be taken back.
  await keys.press('Enter');
  await keys.press('j');
  await stands(first);
  await panel.getByText('Cocokkan', { exact: true }).waitFor();
  await panel.getByText('1 / 3').waitFor();
  await ready();
  await look('proof');
  // The check changed the size of the window: the panel may still be drawn anew.
  await stands(first);
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
  await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
  await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
  expect(wrong).toEqual({});

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
}, 240_000);

test('when finance verifies twenty fees, then it takes at most 25 keys, and every fee is verified', async () => {
  const word = uniqueWord();
  const children = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `Anak ${letter} ${word}`);
  // A family may add only so many children a day.
  const families = [
    await paidFamily(client, children.slice(0, 10)),
    await paidFamily(client, children.slice(10)),
  ];
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '20 pendaftaran');
  const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
  await page.getByRole('searchbox').focus();
  await press('Enter');
  await press('j');
  for (const child of children) {
    await panel.getByRole('heading', { name: child }).waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await press('v');
  }
  await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
  expect(pressed).toBeLessThanOrEqual(25);
  for (const { parent, made } of families) {
    const seen = await parent.call<{ id: string; payment_status: string }[]>('GET', '/api/registrations');
    const mine = seen.filter(({ id }) => made.some((one) => one.id === id));
    expect(mine.map((one) => one.payment_status)).toEqual(made.map(() => 'verified'));
  }
}, 240_000);

test('when finance finds a waiting proof on a phone and verifies it, then the family sees it', async () => {
  const child = `Hasan ${uniqueWord()}`;
  const { parent } = await paidFamily(client, [child]);
  const { page } = await visitor(PHONE, { as: 'finance' });
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Lihat Detail: ${child}` }).tap();
  await portal.see(page, 'Data orang tua');
  await page.getByRole('dialog').getByText('Bank Contoh').first().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Verifikasi', exact: true }).tap();
  await portal.seeToast(page, 'Berhasil', 'Status pembayaran berhasil diupdate');
  await page.getByRole('dialog').getByRole('button', { name: 'Tutup', exact: true }).first().tap();

  const home = await visitor(PHONE, { as: parent });
  await home.page.goto('/registrations');
  await portal.see(home.page, 'Terverifikasi');
});

test('when a parent opens the list of staff, then it is closed to the parent', async () => {
  const { page, context } = await visitor(DESKTOP, { as: 'wali_murid' });
  await page.goto('/admin/registration');
  await portal.see(page, 'Akses Ditolak');
  expect((await context.request.get(`${url}/api/admin/registrations`)).status()).toBe(403);
});
