import { buffer } from 'node:stream/consumers';
import { acceptedFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { rowsOf } from './workbook.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a family fills in what Dapodik lacks, then each field is saved by itself and stands in the workbook', async () => {
  const name = `Nadia ${uniqueWord()}`;
  const people = { admin: staff('admin'), manager: staff('manager_pendidikan') };
  const { parent, id } = await acceptedFamily(client, people, name);
  const { page: desk } = await visitor(WIDE, { as: 'staff_tu' });
  // Without a year the page shows the newest open one.
  await desk.goto('/admin/dapodik?tahun=2026/2027');
  await portal.see(desk, /^Lengkap \d+ dari \d+$/u);
  await portal.settled(desk);
  expect(await lookInBothThemes(desk, 'Dapodik')).toEqual({});
  await desk.getByRole('button', { name: `Minta ke keluarga ${name}`, exact: true }).click();
  await portal.seeToast(desk, 'Keluarga diminta');

  const { page: home } = await visitor(PHONE, { as: parent });
  await home.goto('/dashboard');
  await home.waitForURL(`**/hasil/${id}`);
  await home.getByRole('link', { name: 'Tutup' }).tap();
  await home.goto('/dashboard');
  await home.getByRole('link', { name: 'Isi Data Dapodik' }).tap();
  const child = home.getByRole('region', { name });
  await child.getByLabel('Agama').selectOption({ label: 'Katholik' });
  const weight = child.getByLabel('Berat badan');
  await weight.fill('18,5');
  await weight.press('Tab');
  await child.getByText('Tersimpan').nth(1).waitFor();
  expect(await lookInBothThemes(home, 'Data Dapodik')).toEqual({});
  await home.reload();
  await portal.settled(home);
  await eventually(() => child.getByLabel('Agama').inputValue()).toBe('3');
  await eventually(() => child.getByLabel('Berat badan').inputValue()).toBe('18,5');

  const loading = desk.waitForEvent('download');
  await portal.button(desk, 'Unduh untuk Dapodik').click();
  const [titles = [], , ...rows] = rowsOf(await buffer(await (await loading).createReadStream()));
  const row = rows.find((cells) => cells.includes(name)) ?? [];
  expect(row[titles.indexOf('Agama')]).toBe('3');
  expect(row[titles.indexOf('Berat Badan')]).toBe('18.5');
});
