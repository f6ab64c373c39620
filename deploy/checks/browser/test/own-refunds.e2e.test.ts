import type { Role } from '@gerbang/domain/roles';
import { sendKeyed } from '../../kit/client.ts';
import { decideFee, jakartaDate, paidFamily, uploadProof } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { client, sessionOf, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

interface Standing {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

test('when money goes back, then its family types the account, objects, sees it approved anew, and opens the paper', async () => {
  const name = `Salma ${uniqueWord()}`;
  const { parent, made } = await paidFamily(client, [name]);
  const target = made[0]?.id ?? '';
  await decideFee(staff('finance'), { id: target }, 'verified');
  const refund = async (): Promise<Standing> => {
    const [one] = await parent.call<Standing[]>('GET', '/api/refunds');
    if (!one) throw new Error('No refund was begun');
    return one;
  };
  const path = '/api/admin/refunds';
  await until(`The fee of ${target} is known as verified`, () =>
    sendKeyed(client, sessionOf('finance'), path, {
      registration_id: target,
      cause: 'goodwill',
      lines: [{ kind: 'fee', target, back: 300_000 }],
      reason: 'Keluarga pindah ke luar kota',
    }).then(
      () => true,
      () => false,
    ),
  );
  const act = async (role: Role, action: string, body: object = {}) => {
    const { id, version } = await refund();
    await sendKeyed(client, sessionOf(role), `${path}/${id}/${action}`, { version, ...body });
  };

  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/tagihan');
  await portal.see(page, 'Rekening tujuan belum diisi. Isi agar dana dapat ditransfer.');
  expect(await lookInBothThemes(page, 'a refund without an account')).toEqual({});
  const type = async (opener: string, bank: string, number: string) => {
    await portal.button(page, opener).tap();
    const dialog = page.getByRole('dialog', { name: opener });
    await dialog.getByLabel('Bank').selectOption({ label: bank });
    await dialog.getByLabel('Nomor rekening', { exact: true }).fill(number);
    await dialog.getByLabel('Ulangi nomor rekening').fill(number);
    await dialog.getByLabel('Nama pemilik rekening').fill('Siti Rahmawati');
    if (opener === 'Ubah rekening') {
      expect(await lookInBothThemes(page, 'another account of a refund')).toEqual({});
    }
    await dialog.getByRole('button', { name: 'Simpan rekening' }).tap();
  };
  await type('Isi rekening', 'BCA', '0123456789');
  await portal.seeToast(page, 'Rekening tersimpan', 'Dana dikembalikan ke rekening ini.');
  await portal.see(page, 'BCA •••• 6789 a.n. Siti Rahmawati');

  await act('finance', 'request');
  await act('manager_pendidikan', 'approve');
  await page.goto('/tagihan');
  await portal.see(page, /^Diminta .+ → Disetujui /u);
  await type('Ubah rekening', 'BSI', '7100012345');
  await portal.seeToast(
    page,
    'Rekening tersimpan',
    'Pengembalian ini menunggu persetujuan sekolah sekali lagi.',
  );
  await portal.see(page, 'BSI •••• 2345 a.n. Siti Rahmawati');
  expect((await refund()).status).toBe('requested');

  await portal.button(page, 'Jumlah ini keliru').tap();
  await page.getByLabel('Apa yang keliru?').fill('Biaya kami lebih besar');
  await page.getByRole('button', { name: 'Kirim ke sekolah' }).tap();
  await portal.see(page, /^Anda menyanggah jumlahnya pada .+: Biaya kami lebih besar$/u);
  expect(await lookInBothThemes(page, 'a refund with an objection')).toEqual({});

  await act('manager_pendidikan', 'approve');
  await act('finance', 'paid', { day: jakartaDate(), proof: await uploadProof(staff('finance')) });
  const desk = await visitor(WIDE, { as: parent });
  const { id } = await refund();
  await desk.page.goto(`/tagihan?dana=${id}`);
  await portal.see(desk.page, /→ Rekening diubah .+ → Disetujui .+ → Ditransfer /u);
  expect(await lookInBothThemes(desk.page, 'a refund that was transferred')).toEqual({});
  const paper = desk.page.getByRole('link', { name: 'Bukti pengembalian dana (PDF) (tab baru)' });
  await eventually(() => paper.getAttribute('href')).toBe(`/api/refunds/${id}/paper`);
  const opened = await client.send({
    method: 'GET',
    target: `/api/refunds/${id}/paper`,
    headers: { cookie: parent.cookie },
  });
  expect(opened.status).toBe(200);
  expect(opened.body.subarray(0, 5).toString()).toBe('%PDF-');
});
