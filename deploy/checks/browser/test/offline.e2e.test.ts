import * as portal from '../portal.ts';
import { PHONE } from '../visitor.ts';
import { useBrowser } from './world.ts';

const { roughVisitor } = useBrowser();

test('when the connection is gone, then the page says so, a navigation shows our page, and afterwards all is as before', async () => {
  const { page, context } = await roughVisitor(PHONE, { as: 'newcomer', worker: true });
  await page.goto('/children');
  await portal.settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  // The worker lets navigations through to the server.
  await page.goto('/registrations');
  await portal.see(page, 'Belum ada pendaftaran.');
  await page.goto('/children');
  await portal.settled(page);

  await context.setOffline(true);
  await portal.see(page, 'Anda sedang luring. Draf Anda aman di perangkat ini.');
  // The browser may call the navigation failed; what it shows is looked at below.
  await page.goto('/registrations', { waitUntil: 'commit' }).catch(() => undefined);
  await portal.see(page, 'Anda sedang luring.');
  await portal.see(page, 'Draf Anda aman di perangkat ini.');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  await context.setOffline(false);
  await page.getByRole('link', { name: 'Coba lagi' }).tap();
  await portal.see(page, 'Belum ada pendaftaran.');

  // A new release brings a new worker: the old one keeps nothing that could stand in its way.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.reload();
  await portal.see(page, 'Belum ada pendaftaran.');
}, 120_000);
