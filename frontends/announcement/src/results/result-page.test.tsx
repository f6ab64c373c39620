import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { screen, within } from '@testing-library/react';
import { unopenedResult } from '@gerbang/web-kit/seen-results';
import { anOwnResult, idOf } from '../../test/samples.ts';
import { ResultPage } from './result-page.tsx';

const READ = 'GET /api/dashboard';
const ID = idOf(201);
const TO_CONFIRM = { registration_id: ID, child_name: 'Aisyah', jenjang: 'SD', kelas: '1', declined: false };

function open(result: ReturnType<typeof anOwnResult>, toConfirm: object[] = [TO_CONFIRM]) {
  fakeApi({
    [READ]: {
      body: {
        admission: { parent: { registrations: [{ id: ID, academic_year: '2026/2027' }] }, staff: null },
        announcement: { parent: { results: [result] }, staff: null },
        billing: { parent: { to_confirm: toConfirm, next_payment: null, outstanding: {} }, staff: null },
        unavailable: [],
      },
    },
    'GET /api/config': { body: { contact_whatsapp: '+6281200000000' } },
  });
  return renderPage(<ResultPage />, {
    user: aUser({ role: 'wali_murid' }),
    path: `/hasil/${ID}`,
    route: '/hasil/:registrationId',
  });
}

beforeEach(() => localStorage.clear());

test('when a child is accepted, then the news, the note, the letter and three steps are there, with the way to confirm', async () => {
  open(anOwnResult({ individual_note: 'Sangat antusias.' }));
  expect(await screen.findByRole('heading', { name: 'Aisyah diterima' })).toBeTruthy();
  for (const text of [
    'Alhamdulillah',
    'SD · Kelas 1 · Tahun ajaran 2026/2027',
    'Sangat antusias.',
    'Hasil Observasi SD Gelombang 1',
    'Terima kasih telah mengikuti observasi.',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Konfirmasi daftar ulang' }).getAttribute('href')).toBe(
    `/enrollment-confirmation/${ID}`,
  );
  expect(screen.getByRole('link', { name: 'Tutup' }).getAttribute('href')).toBe('/dashboard');
});

test('when the re-enrolment is confirmed, then its button is gone', async () => {
  open(anOwnResult(), []);
  await screen.findByText('Sudah kami terima. Terima kasih.');
  expect(screen.queryByRole('link', { name: 'Konfirmasi daftar ulang' })).toBeNull();
});

test('when the news is shared without a share sheet, then the sentence is copied, no address and no letter', async () => {
  const { type } = open(anOwnResult());
  await type.click(await screen.findByRole('button', { name: 'Bagikan kabar' }));
  expect(await navigator.clipboard.readText()).toBe(
    'Alhamdulillah, Aisyah diterima di SD · Kelas 1 · Tahun ajaran 2026/2027.',
  );
});

test('when a child is not accepted, then the note comes first, then what the family can do, and whom to ask', async () => {
  open(anOwnResult({ result: 'failed', individual_note: 'Kami sarankan menunggu setahun.' }), []);
  const note = await screen.findByText('Kami sarankan menunggu setahun.');
  const can = screen.getByRole('heading', { name: 'Yang bisa Bapak/Ibu lakukan' });
  expect(note.compareDocumentPosition(can)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await screen.findByRole('link', { name: 'Hubungi panitia lewat WhatsApp (0812-0000-0000)' });
  expect(screen.queryByText('Alhamdulillah')).toBeNull();
});

test('when a result was opened, then it does not open by itself again; an old one never does', async () => {
  const fresh = anOwnResult({ published_at: new Date().toISOString() });
  expect(unopenedResult([fresh])).toBe(fresh);
  expect(unopenedResult([anOwnResult({ published_at: '2020-01-01T00:00:00.000Z' })])).toBeUndefined();
  open(fresh);
  await screen.findByText('Alhamdulillah');
  expect(unopenedResult([fresh])).toBeUndefined();
});

test('when another family’s registration stands in the address, then there is nothing to see', async () => {
  open(anOwnResult({ registration: { id: idOf(999), jenjang: 'SD', kelas: '1' } }));
  expect(await screen.findByText('Hasil tidak ditemukan')).toBeTruthy();
});

test('when the read fails, then it can be tried again', async () => {
  fakeApi({ [READ]: refused(503, 'Sibuk') });
  renderPage(<ResultPage />, { user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText(/^Hasil observasi belum dapat dimuat/u)).toBeTruthy();
});
