import { eventually } from '../eventually.ts';
import { announcePassed, observe, paidFamily } from '../../kit/families.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a family has two new results, then it is led to their list once, on every device each is new until it is opened', async () => {
  const { parent, made } = await paidFamily(client, ['Zaidan', 'Khalisa']);
  const [admin, manager] = [staff('admin'), staff('manager_pendidikan')];
  for (const registered of made) {
    await observe(registered, { finance: admin, staff: admin });
    await announcePassed(parent.call, registered, { staff: admin, manager });
  }
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/dashboard');
  await page.waitForURL('**/hasil');
  const list = page.getByRole('list', { name: 'Hasil observasi anak Anda' });
  await portal.see(page, /^2 hasil observasi baru/u);
  await eventually(() => list.getByText('Baru').count()).toBe(2);
  expect(await checkThemes(page, 'list')).toEqual({});
  await list.getByRole('link', { name: 'Zaidan' }).tap();
  await portal.see(page, 'Zaidan diterima');
  const others = page.getByRole('list', { name: 'Hasil lain yang baru' });
  await others.getByRole('link', { name: 'Khalisa' }).waitFor();
  expect(await checkThemes(page, 'result beside another')).toEqual({});
  await page.getByRole('link', { name: 'Tutup' }).tap();
  const row = page.getByRole('link', { name: 'Buka hasil observasi' });
  await row.waitFor();

  // Another device knows which one is new still.
  const { page: other } = await visitor(DESKTOP, { as: parent });
  await other.goto('/dashboard');
  await portal.see(other, 'Khalisa diterima');
  await other.getByRole('link', { name: 'Tutup' }).click();
  await other.getByRole('region', { name: 'Langkah Anda berikutnya' }).waitFor();
  await eventually(() => other.getByRole('link', { name: 'Buka hasil observasi' }).count()).toBe(0);
}, 240_000);
