import { act, findStudent, seeWaiting, waitingRegistration, writeAnnouncement } from './announcements.ts';
import * as family from './family.ts';
import { demo } from './people.ts';
import * as portal from './portal.ts';
import type { Visitor } from './visitor.ts';

interface Studio {
  readonly url: string;
  readonly open: () => Promise<Visitor>;
  readonly visit: (visitor: Visitor, path: string, name: string) => Promise<void>;
  readonly shoot: (visitor: Visitor, name: string, fullPage?: boolean) => Promise<void>;
}

/** An announcement from the first word to the two families that read it: each state once. */
export async function announcementScreens({ url, open, visit, shoot }: Studio): Promise<void> {
  const staff = async (who: 'pendidikan' | 'kepala' | 'admin') => {
    const visitor = await open();
    const { email, password } = demo(who);
    await portal.signIn(visitor.context, url, email, password);
    return visitor;
  };
  const [admin, writer, head] = [await staff('admin'), await staff('pendidikan'), await staff('kepala')];
  const [glad, sad] = [await open(), await open()];
  await glad.page.goto('/auth');
  const photo = await family.photograph(glad.page, 400, 300);
  const passed = await waitingRegistration(glad.context, admin.context, url, photo);
  const refused = await waitingRegistration(sad.context, admin.context, url, photo);
  for (const { id } of [passed, refused]) await seeWaiting(writer.context, url, 'SD', id);
  const title = `Hasil Observasi SD ${passed.child.slice(5)}`;

  const { page } = writer;
  await visit(writer, '/admin/announcements/create', '64-announcement-new');
  await portal.button(page, 'Simpan draf').click();
  await shoot(writer, '65-announcement-errors');
  await writeAnnouncement(page, {
    title,
    period: '16–20 November 2026',
    jenjang: 'SD',
    content: 'Terima kasih telah mengikuti observasi.\nBerikut hasil untuk putra-putri Anda.',
  });
  await page.getByRole('row').filter({ hasText: passed.child }).waitFor();
  await shoot(writer, '66-announcement-students');
  await portal.button(page, 'Tandai semua Tunda').click();
  await (await findStudent(page, refused.child)).getByRole('radio', { name: 'Tidak Lulus' }).check();
  await page.getByLabel(`Catatan untuk ${refused.child}`).fill('Kami sarankan mencoba lagi tahun depan.');
  await (await findStudent(page, passed.child)).getByRole('radio', { name: 'Lulus', exact: true }).check();
  await shoot(writer, '67-announcement-chosen');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Announcement created successfully');
  await shoot(writer, '68-announcements');
  await act(page, 'Ajukan', title);
  await page.getByRole('list', { name: /^Siswa yang tidak lulus/u }).waitFor();
  await shoot(writer, '69-announcement-submit', false);
  await page.getByRole('dialog').getByRole('button', { name: 'Ajukan' }).click();
  await portal.seeToast(page, 'Announcement submitted for review');
  await page.getByRole('link', { name: `Detail: ${title}` }).click();
  await page.waitForURL(/\/announcement\//u);
  const id = page.url().slice(-36);
  await visit(writer, `/admin/announcements/edit/${id}`, '70-announcement-locked');

  await head.page.goto(`/announcement/${id}`);
  await act(head.page, 'Review', title);
  await head.page.getByRole('dialog').getByRole('table').waitFor();
  await shoot(head, '71-announcement-review', false);
  await head.page.getByRole('radio', { name: /^Setujui/u }).check();
  await portal.button(head.page, 'Simpan review').click();
  await portal.seeToast(head.page, 'Announcement reviewed successfully');
  await act(head.page, 'Terbitkan', title);
  await head.page.getByRole('dialog').getByText(refused.child).waitFor();
  await shoot(head, '72-announcement-publish', false);
  await head.page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click();
  await portal.seeToast(head.page, 'Announcement published successfully');
  await shoot(head, '73-announcement');
  await visit(glad, '/dashboard', '74-dashboard-accepted');
  await visit(sad, '/dashboard', '75-dashboard-refused');
  for (const visitor of [admin, writer, head, glad, sad]) await visitor.close();
}
