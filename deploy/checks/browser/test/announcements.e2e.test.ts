import type { Page } from 'playwright-core';
import { observe, paidFamily, waitsForAnnouncement } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { actOn, findStudent, writeAnnouncement } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** A family whose child was observed and waits for its result, and its window. */
async function waitingFamily() {
  const { parent, made } = await paidFamily(client, [`Anak ${uniqueWord()}`]);
  const [registered] = made;
  if (!registered) throw new Error('No registration');
  await observe(registered, { finance: staff('admin'), staff: staff('admin') });
  await waitsForAnnouncement(staff('staff_pendidikan'), registered);
  return { ...registered, ...(await visitor(PHONE, { as: parent })) };
}

test('when results are written, reviewed by other eyes and published, then each family reads its own and no other', async () => {
  const wrong: Record<string, string[]> = {};
  const look = async (page: Page, where: string) => Object.assign(wrong, await checkAll(page, where));
  const [passed, refused] = await Promise.all([waitingFamily(), waitingFamily()]);
  const title = `Hasil Observasi ${passed.child.slice(5)}`;

  // Staff write it.
  const { page } = await visitor(DESKTOP, { as: 'staff_pendidikan' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Siswa menunggu pengumuman/u }).waitFor();
  await page.goto('/admin/announcements');
  await portal.settled(page);
  await page.getByRole('link', { name: 'Buat Pengumuman' }).click();
  await page.waitForURL('**/admin/announcements/create');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Please fill in all required fields');
  await look(page, 'create with errors');
  await writeAnnouncement(page, {
    title,
    period: '16–20 November 2026',
    jenjang: 'SD',
    content: 'Terima kasih telah mengikuti observasi.',
  });
  await portal.button(page, 'Tandai semua Tunda').click();
  await (await findStudent(page, refused.child)).getByRole('radio', { name: 'Tidak Lulus' }).check();
  await page.getByLabel(`Catatan untuk ${refused.child}`).fill('Kami sarankan mencoba lagi tahun depan.');
  await (await findStudent(page, passed.child)).getByRole('radio', { name: 'Lulus', exact: true }).check();
  await look(page, 'create with students');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Announcement created successfully');
  await page.waitForURL('**/admin/announcements');

  // The dialog lists the refused; the author cannot review.
  await page.getByRole('searchbox').fill(title);
  await actOn(page, 'Ajukan', title);
  const names = page.getByRole('list', { name: 'Siswa yang tidak lulus (1)' });
  await names.getByText(refused.child).waitFor();
  expect(await names.getByRole('listitem').count()).toBe(1);
  await look(page, 'submit dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajukan' }).click();
  await portal.seeToast(page, 'Announcement submitted for review');
  await portal.see(page, 'Menunggu Review');
  await look(page, 'list');
  await page.getByRole('link', { name: `Detail: ${title}` }).click();
  await page.waitForURL(/\/announcement\/[0-9a-f-]{36}$/u);
  const id = page.url().slice(-36);
  await page.goto(`/admin/announcements/edit/${id}`);
  await portal.see(page, 'Only draft announcements can be edited');
  await look(page, 'edit of what is no draft');

  // The head of the school reviews and publishes.
  const head = await visitor(DESKTOP, { as: 'manager_pendidikan' });
  await head.page.goto('/admin/announcements?status=pending_review');
  await head.page.getByRole('searchbox').fill(title);
  await actOn(head.page, 'Review', title);
  await head.page.getByRole('dialog').getByRole('table', { name: 'Hasil siswa' }).waitFor();
  await portal.button(head.page, 'Simpan review').click();
  await portal.seeToast(head.page, 'Please select approval status');
  await look(head.page, 'review dialog');
  await head.page.getByRole('radio', { name: /^Setujui/u }).check();
  await portal.button(head.page, 'Simpan review').click();
  await portal.seeToast(head.page, 'Announcement reviewed successfully');
  await head.page.goto(`/announcement/${id}`);
  await actOn(head.page, 'Terbitkan', title);
  await head.page.getByRole('dialog').getByText(refused.child).waitFor();
  await look(head.page, 'publish dialog');
  await head.page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click();
  await portal.seeToast(head.page, 'Announcement published successfully');
  await portal.see(head.page, 'Diterbitkan');
  await look(head.page, 'announcement');
  await head.page.emulateMedia({ media: 'print' });
  expect(await head.page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await head.page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await portal.see(head.page, passed.child);

  // Each family reads its own.
  await passed.page.goto('/dashboard');
  await passed.page.getByRole('link', { name: `Lanjut ke Daftar Ulang: ${passed.child}` }).waitFor();
  expect(await passed.page.getByText(refused.child).count()).toBe(0);
  await look(passed.page, 'dashboard of the accepted');
  await refused.page.goto('/dashboard');
  await portal.see(refused.page, 'Kami sarankan mencoba lagi tahun depan.');
  await refused.page.getByRole('link', { name: /^Hubungi panitia lewat WhatsApp/u }).waitFor();
  expect(await refused.page.getByText(passed.child).count()).toBe(0);
  await look(refused.page, 'dashboard of the refused');
  for (const { context, child } of [passed, refused]) {
    const own = await (await context.request.get(`${url}/api/announcements`)).json();
    expect(own.map((row: { child: { full_name: string } }) => row.child.full_name)).toEqual([child]);
    expect((await context.request.get(`${url}/api/admin/announcements/${id}`)).status()).toBe(403);
  }
  await refused.page.goto(`/announcement/${id}`);
  await portal.see(refused.page, 'Akses Ditolak');
  expect(wrong).toEqual({});
}, 600_000);
