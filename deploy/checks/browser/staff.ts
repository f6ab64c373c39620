import type { Page } from 'playwright-core';
import type { Client } from '../kit/client.ts';
import { controlSimulator, messagesReach } from '../kit/inbox.ts';
import { type Person, signUp } from '../kit/people.ts';
import { button, field, fill } from './portal.ts';

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly password: string;
}

/** Adds a user through the dialog of /admin/users. */
export async function addUser(page: Page, user: NewUser): Promise<void> {
  await button(page, 'Tambah pengguna').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama', { exact: true }).fill(user.name);
  await dialog.getByLabel('Email', { exact: true }).fill(user.email);
  await dialog.getByLabel('Peran', { exact: true }).selectOption({ label: user.role });
  await dialog.getByLabel('Password sementara', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Simpan pengguna' }).click();
}

/** The row of a user in the list. */
export function userRow(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

/** Opens a user's row and chooses an action in its panel. */
export async function chooseFor(page: Page, row: ReturnType<typeof userRow>, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Lihat/u }).click();
  await page
    .getByRole('region', { name: 'Pengguna', exact: true })
    .getByRole('button', { name: action, exact: true })
    .click();
}

export interface NewAnnouncement {
  readonly title: string;
  readonly period: string;
  readonly jenjang: string;
  readonly content: string;
}

/** Fills in the form of a new announcement up to its students. */
export async function writeAnnouncement(page: Page, announcement: NewAnnouncement): Promise<void> {
  await fill(page, {
    Judul: announcement.title,
    'Periode observasi': announcement.period,
    'Isi pengumuman': announcement.content,
  });
  await field(page, 'Jenjang').selectOption(announcement.jenjang);
}

/** Searches a student in the form of an announcement and returns its row. */
export async function findStudent(page: Page, name: string) {
  await page.getByRole('searchbox', { name: /^Cari siswa/u }).fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await button(page, 'Yang tampil (1)').waitFor();
  return row;
}

/** Changes all students that are shown in the form of an announcement by an entry of its menu. */
export async function changeShown(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Yang tampil/u }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Presses an action of an announcement, in the list or on its page. */
export async function actOn(page: Page, action: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `${action}: ${title}` }).click();
}

/** Registers a person whose message after the code (the password was changed) fails with Meta's error code. */
export async function failedMessage(
  client: Client,
  simulatorUrl: string,
  person: Person,
  code = 131_026,
): Promise<void> {
  const { call } = await signUp(client, person);
  await controlSimulator(simulatorUrl, { fail: { code, times: 1, to: person.whatsapp } });
  await call('POST', '/api/change-password', {
    currentPassword: person.password,
    newPassword: `${person.password}-baru`,
  });
  await messagesReach(simulatorUrl, person.whatsapp, 2);
}
