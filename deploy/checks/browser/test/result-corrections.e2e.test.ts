import { type Account, logInDemo, uniqueWord } from '../../kit/people.ts';
import { limitSeats, observedFamily, poolNow, publishResults } from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal } from './own-portal.ts';
import { cutOff } from './room.ts';

const own = ownPortal();
const { visitor } = own;
const PLACE = { jenjang: 'SMP', kelas: '7' } as const;

test('when a child failed by mistake and the last seat is gone, then the head is refused, gives a seat above the limit with a reason, and the family reads what holds', async () => {
  const [admin, head, author] = (await Promise.all(
    (['admin', 'manager_pendidikan', 'staff_pendidikan'] as const).map((role) => logInDemo(own.client, role)),
  )) as [Account, Account, Account];
  const wrong = `Faruq ${uniqueWord()}`;
  const other = await observedFamily(own.client, admin, PLACE, ['Naila Putri']);
  const family = await observedFamily(own.client, admin, PLACE, [wrong]);
  const [accepted, failed] = [other.made[0]!, family.made[0]!];
  const pool = await limitSeats({ head, author }, PLACE, 1);
  const announcement = await publishResults(author, head, [
    [accepted, 'passed'],
    [failed, 'failed'],
  ]);
  const stageNow = async () =>
    (await family.parent.call<{ current_stage: string }>('GET', `/api/registrations/${failed.id}`))
      .current_stage;
  await until('the result', async () => (await stageNow()) === 'failed');
  await until('the taken seat', async () => (await poolNow(head, pool)).free === 0);

  const desk = await visitor(DESKTOP, { as: author });
  await desk.page.goto(`/announcement/${announcement}`);
  await desk.page.getByRole('button', { name: `Tindakan untuk ${wrong}` }).click();
  await desk.page.getByRole('menuitem', { name: 'Koreksi hasil' }).click();
  const ask = desk.page.getByRole('dialog', { name: 'Koreksi hasil' });
  await ask.getByLabel('Hasil yang benar').selectOption('passed');
  await ask.getByLabel(/^Alasan untuk keluarga/u).fill('Mohon maaf, hasilnya tertukar.');
  await ask.getByLabel('Alasan untuk penyetuju').fill('Nilai tertukar dengan anak lain');
  await ask.getByRole('button', { name: 'Ajukan koreksi' }).click();
  await portal.seeToast(desk.page, 'Koreksi diajukan');

  const { page } = await visitor(DESKTOP, { as: head });
  await page.goto('/admin/announcements');
  await page.getByRole('button', { name: `Setujui: koreksi hasil ${wrong}` }).click();
  const over = page.getByRole('dialog', { name: 'Kursi sudah habis' });
  await over.waitFor();
  expect(await stageNow()).toBe('failed');
  await over.getByLabel('Alasan memberi kursi di atas batas').fill('Kursi tambahan dari yayasan');
  await over.getByRole('button', { name: 'Beri kursi di atas batas' }).click();
  await portal.seeToast(page, 'Koreksi diterbitkan');
  await until('the corrected stage', async () => (await stageNow()) === 'passed');

  const home = await visitor(PHONE, { as: family.parent });
  await home.page.goto('/dashboard');
  await portal.see(home.page, /Dikoreksi \d/u);
  await home.page.goto(`/hasil/${failed.id}`);
  await home.page.getByRole('heading', { name: /diterima$/u }).waitFor();
  await portal.see(home.page, 'Mohon maaf, hasilnya tertukar.');
  await portal.see(home.page, /Diumumkan .+ · Dikoreksi \d/u);
  await eventually(() => cutOff(home.page)).toEqual([]);
});
