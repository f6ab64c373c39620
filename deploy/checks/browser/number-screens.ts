import { readLink } from '../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../kit/people.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';

/** A lost number: finding the account, the form, the decision, the wait, and the page that stops it. */
export async function numberScreens(studio: Studio): Promise<void> {
  const person = newPerson(`Siti Rahmawati ${uniqueWord()}`);
  await signUp(studio.client, person);
  const desk = await studio.open(await studio.staff('cs'));
  await studio.visit(desk, '/admin/number-requests', 'B0-numbers');
  await portal.button(desk.page, 'Buka permintaan').click();
  const form = desk.page.getByRole('dialog');
  await form.getByRole('searchbox').fill(person.phone);
  await form.getByRole('button', { name: person.name }).waitFor();
  await studio.shoot(desk, 'B1-find-account', false);
  await form.getByRole('button', { name: person.name }).click();
  await form.getByRole('button', { name: 'Buka permintaan' }).click();
  await studio.shoot(desk, 'B2-number-form', false);
  await form.getByLabel('Nomor WhatsApp baru').fill(newPerson().phone);
  await form.getByLabel('KTP pemilik akun sudah dilihat').check();
  await form.getByLabel('Email terbukti milik pemilik akun').check();
  await form.getByRole('button', { name: 'Buka permintaan' }).click();
  await portal.seeToast(desk.page, 'Permintaan dibuka');

  const office = await studio.open(await studio.staff('admin'));
  await office.page.goto('/admin/number-requests');
  await office.page.getByRole('searchbox').fill(person.email);
  const view = office.page.getByRole('button', { name: `Lihat permintaan ${person.name}` });
  await view.click();
  await portal.button(office.page, 'Setujui').waitFor();
  await studio.shoot(office, 'B3-number-request', false);
  await portal.button(office.page, 'Setujui').click();
  const question = office.page.getByRole('alertdialog');
  await question.waitFor();
  await studio.shoot(office, 'B4-number-approval', false);
  await question.getByRole('button', { name: 'Setujui' }).click();
  await portal.see(office.page, /^Berlaku mulai /u);
  await view.click();
  await portal.see(office.page, /dapat menghentikannya\.$/u);
  await studio.shoot(office, 'B5-number-waits', false);

  const link = await readLink(studio.simulatorUrl, person.whatsapp, /nomor ini dilaporkan hilang/u);
  const guest = await studio.open();
  await studio.visit(guest, link, 'B6-number-stop');
  await portal.button(guest.page, 'Hentikan pergantian nomor').click();
  await portal.see(guest.page, 'Pergantian nomor dihentikan');
  await studio.shoot(guest, 'B7-number-stopped');
}
