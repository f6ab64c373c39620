import type { InboxItem } from '@gerbang/contracts/notifications.types';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a message comes while the portal is open in two tabs, then both bells fill, and reading in one empties both', async () => {
  const { parent, made } = await paidFamily(client, ['Zaidan']);
  const { page, context } = await visitor(PHONE, { as: parent, live: true });
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/children');
    await tab.getByRole('button', { name: /^Pemberitahuan/u }).waitFor();
  }
  const bell = (tab: typeof page, unread: number) =>
    tab.getByRole('button', {
      name: unread > 0 ? `Pemberitahuan, ${unread} belum dibaca` : 'Pemberitahuan',
      exact: true,
    });
  // Registration and proof have had their messages. Where the gateway is busy, pages come again after a minute.
  for (const tab of [page, second]) await bell(tab, 2).waitFor({ timeout: 90_000 });
  for (const one of made) await decideFee(staff('finance'), one, 'verified');
  await bell(page, 3).waitFor();
  await bell(second, 3).waitFor();

  await bell(page, 3).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Pemberitahuan' });
  await sheet.getByText('Biaya pendaftaran terverifikasi').waitFor();
  expect(await checkAll(page, 'sheet of notifications')).toEqual({});
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await bell(page, 3).click();
  await sheet.getByRole('link', { name: 'Lihat semua pemberitahuan' }).click();
  await page.waitForURL('**/notifications');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Tandai semua dibaca' }).click();
  await bell(page, 0).waitFor();
  await bell(second, 0).waitFor();
});

test.each([PHONE, DESKTOP])(
  'when the inbox is opened on a $name, then messages, filter and channels are there and accessible in both themes',
  async (screen) => {
    const { parent } = await paidFamily(client, ['Zaidan']);
    await until('The first message in the inbox', async () => {
      const inbox = await parent.call<InboxItem[]>('GET', '/api/notifications');
      return inbox.some(({ kind }) => kind === 'registration_received');
    });
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await visitor(screen, { as: parent, theme });
      await page.goto('/notifications');
      await portal.see(page, 'Pendaftaran diterima');
      await portal.see(page, 'Saluran pemberitahuan');
      expect(await checkAll(page, `notifications ${theme}`)).toEqual({});
      await page.getByRole('checkbox', { name: 'Belum dibaca saja' }).check();
      await portal.see(page, 'Pendaftaran diterima');
    }
  },
);
