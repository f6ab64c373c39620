import type { BrowserContext, Page } from 'playwright-core';
import * as portal from './portal.ts';
import { paidRegistration, type PaidRegistration } from './staff.ts';

/** A family whose child was observed and waits for the announcement; `staff` is an administrator's context. */
export async function waitingRegistration(
  parent: BrowserContext,
  staff: BrowserContext,
  url: string,
  photo: Buffer,
): Promise<PaidRegistration> {
  const made = await paidRegistration(parent, url, photo);
  const put = async (path: string, data: object) => {
    const answer = await staff.request.put(`${url}/api/admin/registrations/${made.id}/${path}`, {
      headers: { origin: url },
      data,
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  };
  const tomorrow = new Date(Date.now() + 31 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await put('verify-payment', { payment_status: 'verified' });
  await put('stage', { current_stage: 'obs_scheduled', content: tomorrow });
  await put('stage', { current_stage: 'obs_attended' });
  await put('stage', { current_stage: 'waiting_announcement' });
  return made;
}

export interface NewAnnouncement {
  readonly title: string;
  readonly period: string;
  readonly jenjang: string;
  readonly content: string;
}

/** Fills in the form of a new draft up to its students. */
export async function writeAnnouncement(page: Page, announcement: NewAnnouncement): Promise<void> {
  await portal.fill(page, {
    Judul: announcement.title,
    'Periode observasi': announcement.period,
    'Isi pengumuman': announcement.content,
  });
  await portal.field(page, 'Jenjang').selectOption(announcement.jenjang);
}

/** Waits until this child is among those who wait: the copy of the registration arrives a moment after its change. */
export async function seeWaiting(
  staff: BrowserContext,
  url: string,
  jenjang: string,
  id: string,
): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await staff.request.get(`${url}/api/admin/announcements/students-waiting/${jenjang}`);
    if (!answer.ok()) throw new Error(`students-waiting answered ${answer.status()}: ${await answer.text()}`);
    const students = (await answer.json()) as { id: string }[];
    if (students.some((student) => student.id === id)) return;
    if (Date.now() > until) throw new Error('The registration does not wait for an announcement');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The row of a student in the form, found by the search within. */
export async function findStudent(page: Page, name: string) {
  await page.getByRole('searchbox', { name: /^Cari siswa/u }).fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await portal.button(page, 'Tandai 1 yang tampil Tunda').waitFor();
  return row;
}

/** Presses an action of an announcement, in the list or on its page. */
export async function act(page: Page, action: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `${action}: ${title}` }).click();
}
