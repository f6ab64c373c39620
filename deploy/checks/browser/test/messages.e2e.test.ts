import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { failedMessage, reached } from '../failed-message.ts';
import { inbox } from '../inbox.ts';
import { demo, newPerson } from '../people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, type Screen, type Theme } from '../visitor.ts';
import { check } from './checks.ts';
import { simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const SETTINGS: [Screen, Theme][] = [
  [PHONE, 'light'],
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
  [DESKTOP, 'dark'],
];

/** What happens in the background is looked for by the button that a person would press. */
async function reloadUntil(page: Page, text: string): Promise<void> {
  const end = Date.now() + 60_000;
  const row = page.getByRole('row').filter({ hasText: text });
  while (!(await row.first().isVisible())) {
    if (Date.now() > end) throw new Error(`'${text}' did not come`);
    await portal.button(page, 'Muat ulang').click();
    await page.waitForTimeout(300);
  }
}

describe.each(SETTINGS)('staff on %j in %s', (screen, theme) => {
  test('when a message has failed, then cs sees why in words, sends it again, and it arrives once', async () => {
    const person = newPerson(`Penerima ${randomUUID().slice(0, 8)}`);
    const home = await visitor(screen);
    await failedMessage(home.context, { url, simulatorUrl }, person);
    const { page, context } = await visitor(screen, theme);
    const cs = demo('cs');
    await portal.signIn(context, url, cs.email, cs.password);
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => {
      for (const [place, found] of Object.entries(await check(page, where))) {
        // The link in the message itself is no name of ours.
        const ours = found.filter((one) => !/^forgot: .*Detail pesan/u.test(one));
        if (ours.length > 0) wrong[place] = ours;
      }
    };

    await page.goto('/admin/messages');
    await portal.ready(page);
    await page.getByRole('searchbox').fill(person.name);
    await reloadUntil(page, 'Gagal');
    await portal.see(page, /tidak terdaftar di WhatsApp/u);
    expect(await page.content()).not.toContain(person.whatsapp.slice(3));
    await look('board');

    await page.getByRole('button', { name: `Lihat: Password diganti untuk ${person.name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Pastikan nomornya benar/u).waitFor();
    await dialog.getByText(`Halo ${person.name}`).waitFor();
    await dialog.getByRole('button', { name: 'Hubungi lewat WhatsApp' }).click();
    const link = dialog.getByRole('link', { name: /Buka obrolan WhatsApp/u });
    expect(await link.getAttribute('href')).toBe(`https://wa.me/${person.whatsapp.slice(1)}`);
    await look('message');
    await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim ulang', exact: true }).click();
    await portal.seeToast(page, 'Berhasil', 'Pesan dikirim ulang');
    await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();

    await reached(simulatorUrl, person.whatsapp, 2);
    await reloadUntil(page, 'Sampai');
    await look('arrived');
    expect(await inbox(simulatorUrl, person.whatsapp)).toHaveLength(2);
    expect(wrong).toEqual({});
  }, 180_000);
});

test('when somebody opens the board whose work it is not, then it is closed', async () => {
  const { page, context } = await visitor(DESKTOP);
  const finance = demo('finance');
  await portal.signIn(context, url, finance.email, finance.password);
  await page.goto('/admin/messages');
  await portal.see(page, 'Akses Ditolak');
  expect((await context.request.get(`${url}/api/admin/notifications`)).status()).toBe(403);
});
