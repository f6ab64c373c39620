import { numberWord } from '@gerbang/domain/waitlist';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import type { Registered } from '../../kit/families.ts';
import { logInDemo } from '../../kit/people.ts';
import {
  declineSeat,
  limitSeats,
  observedFamily,
  offerNext,
  poolNow,
  publishResults,
  untilSeat,
} from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { cutOff } from './room.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

// No other test gives results to this class: its seats limit no other family.
const PLACE = { jenjang: 'SD', kelas: '5' } as const;
const CLASS = 'SD kelas 5';
const AHEAD = 8;
const PATIENCE_MS = 420_000;

/** What a narrow phone shows of the page: nothing beyond its edges. */
async function fits(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? PHONE;
  await page.setViewportSize({ width: NARROW.width, height: NARROW.height });
  const wrong = await cutOff(page);
  await page.setViewportSize(before);
  return wrong;
}

const REASONS = ['Memilih sekolah lain', 'Biaya', 'Jarak', 'Anak belum siap', 'Alasan lain'];

test(
  'when others give their seats back, then a family comes from place nine to a seat, reads why it moved, and takes it',
  async () => {
    const wrong: Record<string, string[]> = {};
    const admin = await logInDemo(client, 'admin');
    const head = await logInDemo(client, 'manager_pendidikan');
    const names = Array.from({ length: AHEAD }, (_none, at) => `Adik ${numberWord(at + 1)}`);
    const others = await observedFamily(client, admin, PLACE, ['Bilqis Nur', 'Daffa Rizki', ...names]);
    const own = await observedFamily(client, admin, PLACE, ['Zahra Aulia']);
    const [zahra] = own.made as [Registered];
    const [first, second, ...ahead] = others.made as [Registered, Registered, ...Registered[]];
    const pool = await limitSeats({ head, author: admin }, PLACE, 2);
    await publishResults(admin, head, [
      [first, 'passed'],
      [second, 'passed'],
      ...[...ahead, zahra].map((one) => [one, 'waitlisted'] as const),
    ]);
    await until('nine on the list', async () => (await poolNow(head, pool)).waiting === AHEAD + 1);

    // Nine of nine: the number, why it is so, and that nothing is to be paid.
    const { page } = await visitor(PHONE, { as: own.parent });
    const open = () => page.goto(`/registrations?lihat=${zahra.id}`);
    await open();
    await portal.see(page, `Urutan 9 dari 9 di daftar tunggu ${CLASS}`);
    await portal.see(page, /^Saudara kandung: tidak · Terdaftar /u);
    await portal.see(page, / · urutan 9 · masuk daftar tunggu$/u);
    await portal.see(
      page,
      'Bila ada kursi, kami kirim pesan dan kursi ditahan 7 hari. Anda tidak perlu membayar apa pun sekarang.',
    );
    Object.assign(wrong, await checkThemes(page, 'waiting'));
    expect(await fits(page)).toEqual([]);

    // Another family gives a seat back, on a desktop, by the sheet with its five reasons.
    const desk = await visitor(DESKTOP, { as: others.parent });
    await desk.page.goto(`/registrations?lihat=${first.id}`);
    const card = desk.page.getByRole('article').filter({ hasText: first.child });
    await card.getByText(/^Kursi untuk Bilqis Nur disediakan sampai/u).waitFor();
    await card.getByRole('button', { name: 'Kami tidak mengambil kursi ini' }).click();
    const sheet = desk.page.getByRole('dialog', { name: 'Lepaskan kursi ini?' });
    await sheet
      .getByText('Kursi akan ditawarkan ke keluarga berikutnya. Tindakan ini tidak dapat dibatalkan.')
      .waitFor();
    for (const reason of REASONS) await sheet.getByRole('radio', { name: reason }).waitFor();
    await eventually(() => sheet.getByRole('radio').count()).toBe(REASONS.length);
    Object.assign(wrong, await checkThemes(desk.page, 'sheet'));
    expect(await fits(desk.page)).toEqual([]);
    await sheet.getByText('Jarak', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Lepaskan kursi' }).click();
    await portal.seeToast(desk.page, 'Kursi dilepaskan');
    await offerNext(client, head, pool);

    // The numbers move in words; then all but one of those ahead leave.
    for (const { id } of ahead.slice(1))
      await others.parent.call('POST', `/api/registrations/${id}/waitlist/leave`);
    await untilSeat(own.parent, zahra, ({ waitlist }) => waitlist?.position === 1);
    await open();
    await portal.see(page, `Urutan 1 dari 1 di daftar tunggu ${CLASS}`);
    await portal.see(page, / · 9 → 8 · satu keluarga di atas Anda mendapat tawaran$/u);
    await portal.see(page, / · 8 → 7 · satu keluarga melepas tempatnya$/u);
    await portal.see(page, / · 2 → 1 · satu keluarga melepas tempatnya$/u);
    Object.assign(wrong, await checkThemes(page, 'moved'));
    expect(await fits(page)).toEqual([]);

    // The seat is offered: its deadline on the dashboard and on the card, and the way to take it.
    await declineSeat(client, others.parent, second.id);
    await offerNext(client, head, pool);
    const until7 = /^Kursi untuk Zahra Aulia disediakan sampai \S+ \d+ \S+ \d{4}, 20\.00 \(\d+ hari lagi\)$/u;
    await until('the seat at billing', async () => {
      const { billing } = await own.parent.call<{
        billing: { parent: { to_confirm: { answer_until?: string }[] } | null } | null;
      }>('GET', '/api/dashboard');
      return billing?.parent?.to_confirm[0]?.answer_until !== undefined;
    });
    await portal.openDashboard(page);
    const hero = page.getByRole('region', { name: 'Langkah Anda berikutnya' });
    await hero.getByText(/^Kursi disediakan sampai \S+, \d+ \S+\.$/u).waitFor();
    await hero.getByText(/^\d+ hari lagi$/u).waitFor();
    await portal.see(page, until7);
    // Once as the next step, once beside the result that now says it.
    await eventually(() => hero.getByRole('link', { name: /daftar ulang/iu }).count()).toBe(1);
    await eventually(() => page.getByRole('link', { name: /daftar ulang/iu }).count()).toBe(2);
    Object.assign(wrong, await checkThemes(page, 'dashboard'));
    expect(await fits(page)).toEqual([]);
    await page.getByRole('link', { name: 'Lihat kursi dan jawabannya' }).tap();
    await portal.see(page, until7);
    Object.assign(wrong, await checkThemes(page, 'offer'));
    expect(await fits(page)).toEqual([]);
    await page.getByRole('link', { name: 'Daftar ulang sekarang' }).tap();
    await page.waitForURL(`**/enrollment-confirmation/${zahra.id}`);
    await page.getByRole('radio', { name: /^Lunas/u }).check();
    await portal.button(page, 'Konfirmasi Daftar Ulang').tap();
    await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
    await page.waitForURL('**/registrations');
    await untilSeat(own.parent, zahra, ({ offer }) => offer?.status === 'accepted');
    await open();
    await portal.see(page, 'Kursi untuk Zahra Aulia sudah Anda ambil.');
    Object.assign(wrong, await checkThemes(page, 'taken'));

    // Who gave its seat back reads so.
    await desk.page.reload();
    await card.getByText(/ · Kursi dilepas atas permintaan Anda$/u).waitFor();
    Object.assign(wrong, await checkThemes(desk.page, 'given back'));
    expect(wrong).toEqual({});
  },
  PATIENCE_MS,
);
