import { longTest } from '@gerbang/domain/testing/runs';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { controlSimulator, messagesReach, readMessage } from '../../kit/inbox.ts';
import { uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { client, simulatorUrl, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** A family whose message about its verified fee WhatsApp has refused. */
async function familyWithFailure() {
  const name = `Rahma ${uniqueWord()}`;
  const { parent, made } = await paidFamily(client, ['Zaidan'], { name });
  await messagesReach(simulatorUrl, parent.whatsapp, 3);
  await controlSimulator(simulatorUrl, { fail: { code: 131_026, times: 1, to: parent.whatsapp } });
  for (const one of made) await decideFee(staff('finance'), one, 'verified');
  return { parent, id: made[0]?.id ?? '' };
}

longTest(
  'when a message to a family failed, then cs finds the family first, calls it, sends again, and notes the call',
  async () => {
    const { parent, id } = await familyWithFailure();
    const { page } = await visitor(WIDE, { as: 'cs' });
    await page.goto('/admin/messages');
    await portal.ready(page);
    await page.getByRole('searchbox').fill(parent.name);
    const row = page.getByRole('row').filter({ hasText: 'Biaya terverifikasi' });
    const comes = () => portal.reloadUntil(page, 'The family', async () => (await row.count()) === 1);
    await comes();
    await row
      .getByText(/tidak terdaftar di WhatsApp/u)
      .filter({ visible: true })
      .waitFor();
    expect(await page.content()).not.toContain(parent.whatsapp.slice(3));
    await row.getByRole('button', { name: /^Telepon .*: tampilkan nomornya$/u }).click();
    const link = row.getByRole('link', { name: /^Telepon 08/u });
    await eventually(() => link.getAttribute('href')).toBe(`tel:${parent.whatsapp}`);
    expect(await lookInBothThemes(page, 'Perlu dihubungi')).toEqual({});

    // It fails once more, so that the family comes back and is called.
    await controlSimulator(simulatorUrl, { fail: { code: 131_026, times: 1, to: parent.whatsapp } });
    const sendAgain = async () => {
      await row.getByRole('button', { name: /^Kirim ulang/u }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim ulang' }).click();
      await portal.seeToast(page, 'Pesan dikirim ulang');
    };
    await sendAgain();
    await comes();
    await row.getByRole('button', { name: /^Sudah dihubungi/u }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ayahnya akan membuka portal');
    await dialog.getByRole('button', { name: 'Sudah dihubungi' }).click();
    await portal.seeToast(page, 'Tercatat');
    await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');

    await page.goto(`/admin/registration?id=${id}`);
    await page.getByRole('tab', { name: 'Pesan', exact: true }).click();
    const list = page.getByRole('list', { name: 'Pesan terakhir untuk keluarga ini' });
    await list.getByText(/tidak terdaftar di WhatsApp/u).waitFor();
    expect(await lookInBothThemes(page, 'Pesan')).toEqual({});
    await page.getByRole('link', { name: 'Lihat semua pesan keluarga ini' }).click();
    await portal.see(page, /satu keluarga/u);
    await page.getByRole('button', { name: /^Kirim ulang: Biaya terverifikasi/u }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kirim ulang' }).click();
    await portal.seeToast(page, 'Berhasil', 'Pesan dikirim ulang');
    await readMessage(simulatorUrl, parent.whatsapp, /sudah kami verifikasi/u);
  },
);

test('when cs holds a phone, then the tile of the dashboard leads to the families, each a card with its buttons', async () => {
  const { parent } = await familyWithFailure();
  const { page } = await visitor(PHONE, { as: 'cs' });
  const tile = page.getByRole('link', { name: /^Keluarga perlu dihubungi/u });
  await until('The tile', async () => {
    await page.goto('/dashboard');
    await portal.settled(page);
    return tile.isVisible();
  });
  await tile.tap();
  await page.getByRole('searchbox').fill(parent.name);
  const call = page.getByRole('button', { name: /^Telepon .*: tampilkan nomornya$/u });
  await eventually(() => call.count()).toBe(1);
  await call.tap();
  await page.getByRole('link', { name: /^Telepon 08/u }).waitFor();
});
