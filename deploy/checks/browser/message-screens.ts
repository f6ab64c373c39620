import { newPerson } from '../kit/people.ts';
import { failedMessage } from './failed-message.ts';
import type { Studio } from './studio.ts';

/** The delivery board with a failed message: the list, the message, the question before it goes out again. */
export async function messageScreens(studio: Studio): Promise<void> {
  const person = newPerson('Siti Rahmawati Nur Hidayah');
  await failedMessage(studio.client, studio.simulatorUrl, person);
  const staff = await studio.open(await studio.staff('cs'));
  const { page } = staff;
  await studio.visit(staff, '/admin/messages', '80-messages');
  await page.goto('/admin/messages?status=failed');
  await page
    .getByRole('button', { name: `Lihat: Password diganti untuk ${person.name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Isi pesan', { exact: true }).waitFor();
  await studio.shoot(staff, '81-message', false);
  await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await studio.shoot(staff, '82-message-resend', false);
}
