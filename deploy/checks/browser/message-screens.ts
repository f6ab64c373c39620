import { failedMessage } from './failed-message.ts';
import type { Camera } from './family-screens.ts';
import { demo, newPerson } from './people.ts';
import * as portal from './portal.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** The delivery board with a message that has failed: the list, the message, the question before it goes out again. */
export async function messageScreens(
  family: Visitor,
  staff: Visitor,
  target: Pick<Target, 'url' | 'simulatorUrl'>,
  { visit, shoot }: Pick<Camera, 'visit' | 'shoot'>,
): Promise<void> {
  const person = newPerson('Siti Rahmawati Nur Hidayah');
  await failedMessage(family.context, target, person);
  const { page } = staff;
  const cs = demo('cs');
  await portal.signIn(staff.context, target.url, cs.email, cs.password);
  await visit(staff, '/admin/messages', '80-messages');
  await page.goto('/admin/messages?status=failed');
  await page
    .getByRole('button', { name: `Lihat: Password diganti untuk ${person.name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Isi pesan', { exact: true }).waitFor();
  await shoot(staff, '81-message', false);
  await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await shoot(staff, '82-message-resend', false);
}
