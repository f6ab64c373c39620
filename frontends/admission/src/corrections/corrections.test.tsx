import type { Corrections, OwnCorrections as Own } from '@gerbang/contracts/corrections';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { staffId } from '../../test/staff.ts';
import { CorrectionRequestsPage } from './correction-requests-page.tsx';
import { CorrectionsTab } from './corrections-tab.tsx';
import { OwnCorrections } from './own-corrections.tsx';

const ID = staffId(1);
const AT = '2026-11-28T03:00:00.000Z';
const LIST = `/api/admin/registrations/${ID}/corrections`;
const OWN = `/api/registrations/${ID}/corrections`;
const CORRECTION = {
  id: staffId(5),
  target: 'child' as const,
  changes: [{ field: 'full_name', before: 'Muhamad', after: 'Muhammad' }],
  reason: 'Nama di akta berbeda',
  created_at: AT,
  objected_at: null,
  objection: null,
};

function corrections(change: Partial<Corrections> = {}): Corrections {
  return {
    version: 7,
    may: {
      child: ['full_name', 'gender', 'birth_date'],
      parents: ['father_name'],
      registration: [],
      result: false,
      scheme: false,
    },
    why_not: { nik: 'Dikoreksi oleh Staf TU atau Administrator.', nisn: 'Dikoreksi oleh Administrator.' },
    present: {
      child: { full_name: 'Muhamad', gender: 'male', birth_date: '2019-05-01', nik: '9912340105190001' },
      parents: { father_name: 'Ahmad' },
      registration: { nisn: null },
    },
    documents: [],
    corrections: [{ ...CORRECTION, basis: 'typing', document_id: null, by: { name: 'Siti', role: 'cs' } }],
    ...change,
  };
}

const FOLLOWS = [{ kind: 'papers', text: 'Kuitansi dan surat lama tidak berlaku lagi.' }];

function openTab(answers: Parameters<typeof fakeApi>[0] = {}, role: 'cs' | 'admin' = 'cs') {
  const api = fakeApi({
    [`GET ${LIST}`]: { body: corrections() },
    [`POST ${LIST}`]: { body: { correction: null, follows: FOLLOWS } },
    ...answers,
  });
  return { api, ...renderPage(<CorrectionsTab registrationId={ID} />, { user: aUser({ role }) }) };
}

test('when a name is corrected, then what follows is said first, and only then it can be saved', async () => {
  const { api, type } = openTab();
  const group = within(await screen.findByRole('region', { name: 'Data anak' }));
  expect(group.getByText('Muhamad')).toBeTruthy();
  expect(group.getByText('NIK: Dikoreksi oleh Staf TU atau Administrator.')).toBeTruthy();
  expect(group.queryByRole('button', { name: 'Lihat yang ikut berubah' })).toBeNull();
  await type.click(group.getByRole('button', { name: 'Ubah Nama lengkap' }));
  const field = group.getByLabelText('Nama lengkap');
  await type.clear(field);
  await type.type(field, 'Muhammad');
  await type.type(group.getByLabelText('Alasan'), 'Nama di akta berbeda');
  await type.click(group.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  expect(await group.findByText(FOLLOWS[0]!.text)).toBeTruthy();
  await type.click(group.getByRole('button', { name: 'Simpan koreksi' }));
  await findToast('Koreksi disimpan');
  const sent = api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const body = {
    target: 'child',
    changes: { full_name: 'Muhammad' },
    reason: 'Nama di akta berbeda',
    basis: 'family',
    document_id: null,
    version: 7,
  };
  expect(sent).toEqual([{ ...body, preview: true }, body]);
});

test('when a value is refused, then the field says so and nothing typed is lost', async () => {
  const { type } = openTab({
    [`POST ${LIST}`]: refused(400, 'Isian tidak valid', {
      issues: [{ path: 'changes.full_name', message: 'Nama tidak boleh berisi angka' }],
    }),
  });
  const group = within(await screen.findByRole('region', { name: 'Data anak' }));
  await type.click(group.getByRole('button', { name: 'Ubah Nama lengkap' }));
  await type.type(group.getByLabelText('Nama lengkap'), '5');
  await type.click(group.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  expect((await group.findAllByText('Nama tidak boleh berisi angka')).length).toBeGreaterThan(0);
  expect((group.getByLabelText('Nama lengkap') as HTMLInputElement).value).toBe('Muhamad5');
  await type.click(group.getByRole('button', { name: 'Batal ubah Nama lengkap' }));
  expect(group.getByText('Muhamad')).toBeTruthy();
});

test('when a level is corrected, then its classes are offered, and a full class asks the administrator', async () => {
  const place = { jenjang: 'SD', kelas: '1', academic_year: '2026/2027' };
  const { present } = corrections();
  const { api, type } = openTab(
    {
      'GET /api/config': { body: aSchool() },
      [`GET ${LIST}`]: {
        body: corrections({
          may: { ...corrections().may, registration: Object.keys(place) },
          present: { ...present, registration: place },
        }),
      },
      [`POST ${LIST}`]: refused(409, 'Kursi kelas ini sudah habis.', { code: 'seats_exceeded' }),
    },
    'admin',
  );
  const group = within(await screen.findByRole('region', { name: 'Data pendaftaran' }));
  await type.click(group.getByRole('button', { name: 'Ubah Jenjang' }));
  await type.selectOptions(await group.findByLabelText('Jenjang'), 'SMP');
  await type.selectOptions(group.getByLabelText('Kelas'), '7');
  await type.type(group.getByLabelText('Alasan'), 'Salah pilih jenjang');
  await type.click(group.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  await type.click(await group.findByLabelText('Tetap pindahkan meski penuh'));
  await type.click(group.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  await waitFor(() => expect(api.asked.filter(({ method }) => method === 'POST')).toHaveLength(2));
  const [first, second] = api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(first).toMatchObject({ changes: { jenjang: 'SMP', kelas: '7' }, preview: true });
  expect(second).toMatchObject({ over_capacity: true });
  await type.click(group.getByRole('button', { name: 'Batal ubah Jenjang' }));
  expect(group.getByText('SD')).toBeTruthy();
});

const own = (change: Partial<Own> = {}): Own => ({
  corrections: [CORRECTION],
  requests: [],
  may_request: true,
  ...change,
});

test('when a family reads a correction, then both values and the reason stand there, and it objects once', async () => {
  fakeApi({
    [`GET ${OWN}`]: { body: own() },
    [`POST ${OWN}/${CORRECTION.id}/object`]: { status: 201, body: CORRECTION },
  });
  const { type } = renderPage(<OwnCorrections registrationId={ID} />, {
    user: aUser({ role: 'wali_murid' }),
  });
  expect(await screen.findByText('Sekolah mengoreksi Nama lengkap: Muhamad → Muhammad.')).toBeTruthy();
  expect(screen.getByText('Alasan: Nama di akta berbeda')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Ini tidak benar' }));
  await type.type(await screen.findByLabelText('Yang salah dan yang benar'), 'Bukan begitu');
  await type.click(screen.getByRole('button', { name: 'Kirim' }));
  await findToast('Terkirim');
});

test('when a request waits, then no other one is offered, and its answer is read', async () => {
  const request = {
    id: staffId(6),
    correction_id: null,
    text: 'Tanggal lahir salah',
    status: 'open' as const,
    answer: null,
    created_at: AT,
    answered_at: null,
  };
  fakeApi({ [`GET ${OWN}`]: { body: own({ corrections: [], requests: [request] }) } });
  renderPage(<OwnCorrections registrationId={ID} />, { user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText('Menunggu jawaban sekolah.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ada yang salah? Minta koreksi' })).toBeNull();
});

test('when staff answer a request, then the answer is sent with the version that they saw', async () => {
  const row = {
    id: staffId(6),
    correction_id: null,
    text: 'Tanggal lahir salah',
    status: 'open',
    answer: null,
    created_at: AT,
    answered_at: null,
    version: 1,
    registration_id: ID,
    registration_number: 'PSB-2026-SD-00001',
    child_name: 'Umar Faruq',
    answered_by: null,
  };
  const api = fakeApi({
    ...someYears(),
    'GET /api/admin/correction-requests': { body: [row], headers: { 'x-total-count': '1' } },
    [`PUT /api/admin/correction-requests/${row.id}`]: { body: { ...row, status: 'done' } },
  });
  const { type } = renderPage(<CorrectionRequestsPage />, {
    path: '/admin/correction-requests',
    user: aUser({ role: 'cs' }),
  });
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan untuk Umar Faruq' }));
  const lists = api.asked.filter(
    ({ method, path }) => method === 'GET' && path.endsWith('correction-requests'),
  );
  expect(lists.map(({ query }) => query.get('academic_year'))).toEqual(['2026/2027']);
  await type.click(await screen.findByRole('button', { name: 'Sudah dikoreksi' }));
  await type.type(await screen.findByLabelText('Jawaban'), 'Tanggal sudah diperbaiki');
  await type.click(screen.getByRole('button', { name: 'Kirim jawaban' }));
  await waitFor(() =>
    expect(api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      status: 'done',
      answer: 'Tanggal sudah diperbaiki',
      version: 1,
    }),
  );
});
