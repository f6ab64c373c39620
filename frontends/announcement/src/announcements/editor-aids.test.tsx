import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import { renderTemplate } from '@gerbang/contracts/message-texts';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { aStudent } from '../../test/samples.ts';
import { resultCopy } from '../results/result.copy.ts';
import { CreatePage } from './create-page.tsx';

keepDrafts();

const STUDENTS = [
  aStudent(1, 'Aisyah Humaira'),
  aStudent(2, 'Aisyah Humaira'),
  aStudent(3, 'Zaid Abdullah', {
    child: { ...aStudent(3, '').child, full_name: 'Zaid Abdullah', nick_name: 'Zaid' },
  }),
];

async function open() {
  const api = fakeApi({
    'GET /api/admin/announcements/students-waiting/SD': { body: STUDENTS },
    'GET /api/config': { body: { contact_whatsapp: '+6281200000000' } },
  });
  const page = renderPage(<CreatePage />, {
    path: '/admin/announcements/create',
    user: aUser({ role: 'cs' }),
  });
  const put = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  put(/^Judul/u, 'Hasil SD');
  put(/^Isi pengumuman/u, 'Terima kasih.');
  put(/^Jenjang/u, 'SD');
  await screen.findByText('Zaid Abdullah');
  return { api, ...page };
}

const row = (number: string) => within(screen.getByRole('row', { name: new RegExp(number, 'u') }));
const chosen = (number: string) => row(number).getByRole<HTMLInputElement>('radio', { checked: true }).value;
const preview = () => screen.findByRole('complementary', { name: 'Pratinjau untuk keluarga' });

test('when rows of a sheet are pasted, then they are shown by what becomes of them, and only what is recognised is applied', async () => {
  const { type } = await open();
  await type.click(screen.getByRole('button', { name: 'Tempel dari Excel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tempel dari Excel' }));
  const apply = (count: number) => dialog.findByRole('button', { name: `Terapkan ${count} hasil` });
  await type.click(await apply(0));
  fireEvent.change(dialog.getByLabelText(/^Baris dari lembar kerja/u), {
    target: {
      value:
        'Nama\tNomor\tHasil\tCatatan\nZaid Abdullah\t\tTL\t"Belum\nsiap"\nAisyah Humaira\t\tLulus\t\nAisyah Humaira\t00002\tTunda\t\nBudi\t\tLulus\t',
    },
  });
  expect(await dialog.findByText('2 baris dikenali, 2 baris tidak diterapkan.')).toBeTruthy();
  const lines = (name: string) =>
    within(dialog.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((one) => one.textContent);
  expect(lines('Dikenali (2)')).toEqual([
    'Zaid Abdullah putri Laila Fitriani · 00003: Tidak Lulus · Belum\nsiap',
    'Aisyah Humaira putri Laila Fitriani · 00002: Tunda',
  ]);
  expect(lines('Nama yang sama dimiliki beberapa siswa; sertakan nomor pendaftarannya (1)')).toEqual([
    'Aisyah Humaira baris 3',
  ]);
  expect(lines('Tidak ditemukan di daftar ini (1)')).toEqual(['Budi baris 5']);
  // Nothing is applied before the button says so.
  expect(screen.getByText(/3 siswa: 3 lulus/u)).toBeTruthy();
  await type.click(await apply(2));
  expect([chosen('00001'), chosen('00002'), chosen('00003')]).toEqual(['passed', 'left_out', 'failed']);
  expect(row('00003').getByRole<HTMLTextAreaElement>('textbox').value).toBe('Belum\nsiap');
  expect(screen.getByText('3 siswa: 1 lulus, 1 tidak lulus, 1 ditunda · 1 belum diperiksa')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Urungkan' }));
  expect(chosen('00003')).toBe('passed');
});

test('when a row has the focus, then its family’s page and message stand beside it, in the words that the family gets', async () => {
  const { type } = await open();
  act(() => row('00003').getByRole('radio', { name: 'Lulus' }).focus());
  const panel = within(await preview());
  expect(await panel.findByRole('heading', { name: 'Begini keluarga Zaid membacanya' })).toBeTruthy();
  expect(panel.getByText('3/3')).toBeTruthy();
  expect(panel.getByText(resultCopy.accepted('Zaid'))).toBeTruthy();
  await type.keyboard('nSenang membaca.');
  expect(await panel.findByText('Senang membaca.')).toBeTruthy();
  await type.keyboard('{Escape}2');
  expect(await panel.findByText(resultCopy.refused('Zaid'))).toBeTruthy();
  await type.click(panel.getByRole('tab', { name: 'Surat' }));
  expect(await panel.findByText('Terima kasih.')).toBeTruthy();
  await type.click(panel.getByRole('tab', { name: 'WhatsApp' }));
  const words = renderTemplate(MESSAGE_TEMPLATES.result_published, [
    'Zaid Abdullah',
    'SD kelas 1',
    'PSB-2026-SD-00003',
  ]);
  expect(panel.getByRole('tabpanel').textContent).toBe(`${words}Lihat hasil`);
  await type.click(row('00003').getByRole('radio', { name: 'Tunda' }));
  expect(await panel.findByText(/belum menerima pengumuman/u)).toBeTruthy();
});
