import { decideFee, paidFamily } from '../kit/families.ts';
import { letterLink } from '../kit/inbox.ts';
import { newPerson, signUp } from '../kit/people.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';

/** The inbox of a family, empty and filled, as the sheet of the bell and as a page, and the proof of an address. */
export async function notificationScreens(studio: Studio): Promise<void> {
  const fresh = await signUp(studio.client, newPerson('Rahma Aulia'));
  const guest = await studio.open(fresh);
  await studio.visit(guest, '/notifications', 'C0-inbox-empty');
  await studio.visit(guest, '/password', 'C1-email-unproved');
  await guest.page.goto(await letterLink(studio.simulatorUrl, fresh.email));
  await portal.button(guest.page, 'Verifikasi email saya').waitFor();
  await studio.shoot(guest, 'C2-email-verify');
  await portal.button(guest.page, 'Verifikasi email saya').click();
  await guest.page.getByRole('heading', { name: 'Email terverifikasi' }).waitFor();
  await studio.shoot(guest, 'C3-email-verified');

  await studio.needsSchool();
  const { parent, made } = await paidFamily(studio.client, ['Zaidan Akbar', 'Aisyah Putri Nur Hidayah']);
  const { call: finance } = await studio.staff('finance');
  for (const one of made) await decideFee(finance, one, 'verified');
  const visitor = await studio.open(parent);
  const { page } = visitor;
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: /belum dibaca$/u });
  await bell.waitFor();
  await studio.shoot(visitor, 'C4-bell', false);
  await bell.click();
  await page
    .getByRole('dialog', { name: 'Pemberitahuan' })
    .getByText('Biaya pendaftaran terverifikasi')
    .first()
    .waitFor();
  await studio.shoot(visitor, 'C5-inbox-sheet', false);
  await page.keyboard.press('Escape');
  await studio.visit(visitor, '/notifications', 'C6-inbox');
}
