import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { controlSimulator, inbox, messagesReach } from '../../kit/inbox.ts';
import { newPerson, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { failedMessage } from '../staff.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll, checkThemes } from './checks.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** Presses the button of the list, as a person would, until a row shows the text. */
async function reloadUntil(page: Page, text: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text }).first();
  await until(`A row with '${text}'`, async () => {
    await portal.button(page, 'Muat ulang').click();
    await portal.settled(page);
    return row.isVisible();
  });
}

describe.each([PHONE, DESKTOP])('staff on a $name screen', (screen) => {
  test('when a message has failed, then cs sees why in words, sends it again, and it arrives once', async () => {
    const person = newPerson(`Penerima ${uniqueWord()}`);
    await failedMessage(client, simulatorUrl, person);
    const { page } = await visitor(screen, { as: 'cs' });
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => {
      for (const [place, found] of Object.entries(await checkThemes(page, where))) {
        // The link within the message belongs to its text.
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
    await eventually(() => link.getAttribute('href')).toBe(`https://wa.me/${person.whatsapp.slice(1)}`);
    await look('message');
    await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim ulang', exact: true }).click();
    await portal.seeToast(page, 'Berhasil', 'Pesan dikirim ulang');
    await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();

    // The code by which the number was proved, the failed try and the one that arrived.
    await messagesReach(simulatorUrl, person.whatsapp, 3);
    await reloadUntil(page, 'Sampai');
    await look('arrived');
    expect(await inbox(simulatorUrl, person.whatsapp)).toHaveLength(3);
    expect(wrong).toEqual({});
  }, 180_000);
});

test('when Meta pauses and refuses templates, then the board says which, and shows each, until they are approved', async () => {
  const kinds = ['recovery_code_used', 'factors_cleared'] as const;
  const order = (kind: string, status: string, reason = 'NONE') =>
    controlSimulator(simulatorUrl, { template: { kind, status, reason } });
  const { page } = await visitor(DESKTOP, { as: 'it' });
  const wrong: Record<string, string[]> = {};
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where));
  const boardSays = (words: string) =>
    until(`The board with '${words}'`, async () => {
      await page.goto('/admin/messages');
      await portal.settled(page);
      return page.getByText(words).first().isVisible();
    });
  try {
    await order(kinds[0], 'PAUSED');
    await order(kinds[1], 'REJECTED', 'PROMOTIONAL');
    await boardSays('Meta tidak mengizinkan 2 template pesan');
    await look('held templates');
    await portal.button(page, 'Template WhatsApp').click();
    const dialog = page.getByRole('dialog', { name: 'Template WhatsApp' });
    await dialog.getByText('Isinya dianggap promosi').waitFor();
    await look('templates');
  } finally {
    for (const kind of kinds) await order(kind, 'APPROVED');
  }
  await until('A board without held templates', async () => {
    await page.goto('/admin/messages');
    await portal.ready(page);
    await portal.button(page, 'Template WhatsApp').waitFor();
    return (await page.getByText(/^Meta tidak mengizinkan/u).count()) === 0;
  });
  expect(wrong).toEqual({});
}, 180_000);

test('when finance opens the board, then it is closed', async () => {
  const { page, context } = await visitor(DESKTOP, { as: 'finance' });
  await page.goto('/admin/messages');
  await portal.see(page, 'Akses Ditolak');
  expect((await context.request.get(`${url}/api/admin/notifications`)).status()).toBe(403);
});
