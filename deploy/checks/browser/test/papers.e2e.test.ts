import { eventually } from '../eventually.ts';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a fee is verified, then its family has a kuitansi that anyone checks on a phone, until the fee is taken back', async () => {
  const child = `Aisyah ${uniqueWord()}`;
  const { parent, made } = await paidFamily(client, [child]);
  const [registered] = made;
  if (!registered) throw new Error('the family has no registration');
  await decideFee(staff('finance'), registered, 'verified');

  const { page: home } = await visitor(PHONE, { as: parent });
  const receipt = `/api/registrations/${registered.id}/fee-receipt`;
  const answers = (status: number) =>
    until(
      `${receipt} answers ${status}`,
      async () => (await home.request.get(`${url}${receipt}`)).status() === status,
    );
  await answers(200);
  const link = (await home.request.get(`${url}${receipt}`)).headers().link ?? '';
  const address = /<([^>]+)>/u.exec(link)?.[1] ?? '';
  await home.goto('/registrations');
  await home.getByRole('link', { name: 'Unduh kuitansi (tab baru)' }).waitFor();
  const wrong = await checkAll(home, '/registrations');

  const { page: stranger } = await visitor(PHONE);
  await stranger.goto(new URL(address).pathname);
  await portal.see(stranger, /^Dokumen ini asli dan diterbitkan /u);
  await portal.see(stranger, /^Rp\s\d/u);
  await eventually(() => stranger.getByText(child).count()).toBe(0);
  Object.assign(wrong, await checkAll(stranger, '/cek'));
  await stranger.getByRole('textbox', { name: 'Periksa kode lain' }).fill('70W3 GE1R 70W3 GE1R 70W3 GE1R 70');
  await stranger.keyboard.press('Enter');
  await portal.see(stranger, 'Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.');

  const { page: desk } = await visitor(DESKTOP, { as: 'finance' });
  await desk.goto('/admin/papers');
  await desk.getByRole('searchbox').fill(child);
  await desk.getByRole('row', { name: new RegExp(`KP-\\d{4}-\\d{6}.*${child}`, 'u') }).waitFor();
  Object.assign(wrong, await checkAll(desk, '/admin/papers'));

  await decideFee(staff('finance'), registered, 'rejected');
  await answers(409);
  await stranger.goto(new URL(address).pathname);
  await portal.see(stranger, /^Dokumen ini sudah tidak berlaku sejak /u);
  expect(wrong).toEqual({});
}, 240_000);
