import { observe, paidFamily, waitsForAnnouncement } from '../kit/families.ts';
import { uniqueWord } from '../kit/people.ts';
import * as portal from './portal.ts';
import { actOn, changeShown, findStudent, writeAnnouncement } from './staff.ts';
import type { Studio } from './studio.ts';

async function waitingFamily(studio: Studio) {
  const { call: admin } = await studio.staff('admin');
  const { parent, made } = await paidFamily(studio.client, [`Anak ${uniqueWord()}`]);
  const [registered] = made;
  if (!registered) throw new Error('No registration');
  await observe(registered, { finance: admin, staff: admin });
  await waitsForAnnouncement(admin, registered);
  return { child: registered.child, visitor: await studio.open(parent) };
}

/** An announcement from the first word to the two families that read it: each state once. */
export async function announcementScreens(studio: Studio): Promise<void> {
  const writer = await studio.open(await studio.staff('staff_pendidikan'));
  const head = await studio.open(await studio.staff('manager_pendidikan'));
  const [passed, refused] = [await waitingFamily(studio), await waitingFamily(studio)];
  const title = `Hasil Observasi SD ${passed.child.slice(5)}`;

  const { page } = writer;
  await studio.visit(writer, '/admin/announcements/create', '64-announcement-new');
  await portal.button(page, 'Simpan draf').click();
  await studio.shoot(writer, '65-announcement-errors');
  await writeAnnouncement(page, {
    title,
    period: '16–20 November 2026',
    jenjang: 'SD',
    content: 'Terima kasih telah mengikuti observasi.\nBerikut hasil untuk putra-putri Anda.',
  });
  await page.getByRole('row').filter({ hasText: passed.child }).waitFor();
  await studio.shoot(writer, '66-announcement-students');
  await changeShown(page, 'Jadikan Tunda');
  await (await findStudent(page, refused.child)).getByRole('radio', { name: 'Tidak Lulus' }).check();
  await page.getByLabel(`Catatan untuk ${refused.child}`).fill('Kami sarankan mencoba lagi tahun depan.');
  await (await findStudent(page, passed.child)).getByRole('radio', { name: 'Lulus', exact: true }).check();
  await studio.shoot(writer, '67-announcement-chosen');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Announcement created successfully');
  await studio.shoot(writer, '68-announcements');
  await actOn(page, 'Ajukan', title);
  await page.getByRole('list', { name: /^Siswa yang tidak lulus/u }).waitFor();
  await studio.shoot(writer, '69-announcement-submit', false);
  await page.getByRole('dialog').getByRole('button', { name: 'Ajukan' }).click();
  await portal.seeToast(page, 'Announcement submitted for review');
  await page.getByRole('link', { name: `Lihat: ${title}` }).click();
  await page.waitForURL(/\/announcement\//u);
  const id = page.url().slice(-36);
  await studio.visit(writer, `/admin/announcements/edit/${id}`, '70-announcement-locked');

  await head.page.goto(`/announcement/${id}`);
  await actOn(head.page, 'Tinjau', title);
  await head.page.getByRole('dialog').getByRole('table').waitFor();
  await studio.shoot(head, '71-announcement-review', false);
  await head.page.getByRole('radio', { name: /^Setujui/u }).check();
  await portal.button(head.page, 'Simpan tinjauan').click();
  await portal.seeToast(head.page, 'Announcement reviewed successfully');
  await actOn(head.page, 'Terbitkan', title);
  await head.page.getByRole('dialog').getByText(refused.child).waitFor();
  await studio.shoot(head, '72-announcement-publish', false);
  await head.page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click();
  await portal.seeToast(head.page, 'Announcement published successfully');
  await studio.shoot(head, '73-announcement');
  for (const [of, what] of [
    [passed, 'accepted'],
    [refused, 'refused'],
  ] as const) {
    // A new result opens by itself once.
    await studio.visit(of.visitor, '/dashboard', `74-result-${what}`);
    await portal.openDashboard(of.visitor.page);
    await studio.shoot(of.visitor, `75-dashboard-${what}`);
  }
}
