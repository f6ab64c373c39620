import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDocumentRow, someStaffDocuments } from '../../test/document-samples.ts';
import { aStaffRecord, aStaffRow, aSummary, anEntry, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from '../staff-registrations/staff-registrations-page.tsx';

const uploadFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  uploadFile: (...args: unknown[]) => uploadFile(...args) as unknown,
}));

const ONE = `/api/admin/registrations/${staffId(1)}`;
const STAGE = `PUT ${ONE}/stage`;
const LINK = '/api/files/0190f2f0-0000-7000-8000-000000000066';
const DAY = 24 * 60 * 60 * 1000;
const VERIFIED = { payment_status: 'verified' } as const;

async function open(record: Partial<StaffRegistration>, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/admin/registrations': { body: [aStaffRow()], headers: { 'x-total-count': '1' } },
    'GET /api/admin/registrations/summary': { body: aSummary() },
    [`GET ${ONE}`]: { body: aStaffRecord(record) },
    [`GET ${ONE}/stage-history`]: { body: [anEntry()] },
    [STAGE]: { body: aStaffRecord(record) },
    ...answers,
  });
  const { type } = renderPage(<StaffRegistrationsPage />, {
    path: `/admin/registration?id=${staffId(1)}`,
    user: aUser({ role: 'staff_pendidikan' }),
  });
  await type.click(await screen.findByRole('tab', { name: 'Riwayat' }));
  await type.click(await screen.findByRole('button', { name: 'Ubah Tahap' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ubah Tahap Pendaftaran' });
  const choices = () =>
    within(dialog)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value, checked }) => (checked ? `${value} ✓` : value));
  const save = () => type.click(within(dialog).getByRole('button', { name: 'Simpan tahap' }));
  return { api, type, dialog, choices, save };
}

/** Types a day into the three segments. */
async function typeDay(dialog: HTMLElement, type: Awaited<ReturnType<typeof open>>['type'], day: string) {
  const [year, month, date] = day.split('-');
  const [first] = within(dialog).getAllByRole('spinbutton');
  if (!first) throw new Error('No segment');
  await type.click(first);
  await type.keyboard(`${date}${month}${year}`);
}

beforeEach(() => {
  localStorage.clear();
  uploadFile.mockReset().mockResolvedValue({ success: true, fileUrl: LINK, fileName: 'undangan.docx' });
});

test.each([
  ['registered', 'paid', ['registered ✓'], 'Observasi Dijadwalkan: Biaya pendaftaran belum terverifikasi.'],
  [
    'registered',
    'verified',
    ['registered', 'obs_scheduled ✓'],
    'Hadir Observasi: Hanya dari tahap Observasi Dijadwalkan.',
  ],
  [
    'obs_scheduled',
    'verified',
    ['registered ✓', 'obs_scheduled', 'obs_attended', 'obs_not_attended'],
    'Menunggu Pengumuman: Hanya dari tahap Hadir Observasi.',
  ],
  [
    'obs_attended',
    'verified',
    ['obs_attended', 'waiting_announcement ✓'],
    'Terdaftar: Hanya dari tahap Observasi Dijadwalkan.',
  ],
  [
    'obs_not_attended',
    'verified',
    ['obs_scheduled ✓', 'obs_not_attended'],
    'Menunggu Pengumuman: Hanya dari tahap Hadir Observasi.',
  ],
  [
    'waiting_announcement',
    'verified',
    ['waiting_announcement ✓'],
    'Terdaftar: Hanya dari tahap Observasi Dijadwalkan.',
  ],
] as const)(
  'when a registration is at %s and its fee is %s, then exactly the machine’s stages are offered, with reasons for the others',
  async (stage, fee, wanted, reason) => {
    const { dialog, choices } = await open({ current_stage: stage, payment_status: fee });
    expect(choices()).toEqual(wanted);
    expect(within(dialog).getByText(reason)).toBeTruthy();
  },
);

test('when the result came from an announcement, then no stage is offered', async () => {
  fakeApi({
    'GET /api/admin/registrations': { body: [], headers: { 'x-total-count': '0' } },
    'GET /api/admin/registrations/summary': { body: aSummary() },
    [`GET ${ONE}`]: { body: aStaffRecord({ ...VERIFIED, current_stage: 'passed' }) },
    [`GET ${ONE}/stage-history`]: { body: [] },
  });
  renderPage(<StaffRegistrationsPage />, {
    path: `/admin/registration?id=${staffId(1)}`,
    user: aUser({ role: 'staff_pendidikan' }),
  });
  fireEvent.click(await screen.findByRole('tab', { name: 'Riwayat' }));
  expect(await screen.findByText(/hasil datang dari pengumuman/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ubah Tahap' })).toBeNull();
});

test('when another stage is chosen, then the content is called by it', async () => {
  const { dialog, type } = await open({ ...VERIFIED, current_stage: 'obs_scheduled' });
  for (const [stage, label] of [
    ['Hadir Observasi', 'Hasil Kehadiran (opsional)'],
    ['Tdk Hadir Observasi', 'Alasan Tidak Hadir (opsional)'],
    ['Terdaftar', 'Keterangan (opsional)'],
  ] as const) {
    await type.click(within(dialog).getByLabelText(stage));
    expect(await within(dialog).findByLabelText(label)).toBeTruthy();
  }
  await type.click(within(dialog).getByLabelText('Observasi Dijadwalkan (tetap)'));
  expect(await within(dialog).findByText('Tanggal Observasi')).toBeTruthy();
});

test('when an observation is scheduled, then day, time, place, note and attachment are sent', async () => {
  const { api, dialog, type, save } = await open(VERIFIED);
  await save();
  expect(within(dialog).getAllByText('Tanggal observasi harus diisi').length).toBeGreaterThan(0);
  expect(api.bodies(STAGE)).toEqual([]);
  const day = jakartaDay(new Date(Date.now() + 7 * DAY));
  await typeDay(dialog, type, day);
  const time = within(dialog).getByLabelText('Jam observasi (opsional)');
  await type.type(time, '25.00');
  await save();
  expect(messageAt(time)).toBe('Jam harus seperti 08.00');
  fireEvent.change(time, { target: { value: '8.00' } });
  await waitFor(() => expect(messageAt(time)).toBe(''));
  await type.type(within(dialog).getByLabelText('Tempat observasi (opsional)'), 'Aula');
  await type.type(within(dialog).getByLabelText('Catatan (opsional)'), 'Bawa akta');
  const file = sampleFile('undangan.docx');
  await type.upload(within(dialog).getByLabelText('Lampiran (opsional)'), file);
  await findToast('Berhasil', 'Lampiran berhasil diunggah');
  expect(uploadFile.mock.calls[0]?.[0]).toBe('/api/upload/stage-attachment');
  await save();
  await findToast('Berhasil', 'Tahap pendaftaran berhasil diubah');
  expect(api.bodies(STAGE)).toEqual([
    {
      current_stage: 'obs_scheduled',
      content: day,
      observation_time: '08:00',
      observation_place: 'Aula',
      note: 'Bawa akta',
      file_attachment_url: LINK,
      file_attachment_filename: 'undangan.docx',
    },
  ]);
});

test('when the day is over, then it is not sent', async () => {
  const { api, dialog, type, save } = await open(VERIFIED);
  await typeDay(dialog, type, jakartaDay(new Date(Date.now() - DAY)));
  await save();
  expect(within(dialog).getAllByText(/^Tanggal observasi tidak boleh di masa lalu/u).length).toBeGreaterThan(
    0,
  );
  expect(api.bodies(STAGE)).toEqual([]);
});

test('when attendance is recorded, then only the content is sent', async () => {
  const { api, dialog, type, save } = await open({ ...VERIFIED, current_stage: 'obs_scheduled' });
  await type.click(within(dialog).getByLabelText('Hadir Observasi'));
  await type.type(within(dialog).getByLabelText('Hasil Kehadiran (opsional)'), 'Hadir tepat waktu');
  await save();
  await findToast('Berhasil', 'Tahap pendaftaran berhasil diubah');
  expect(api.bodies(STAGE)).toEqual([
    { current_stage: 'obs_attended', content: 'Hadir tepat waktu', note: null },
  ]);
});

test.each([
  ['is a program', sampleFile('virus.exe', { size: 9 }), /Hanya PDF, DOC, DOCX, JPG, atau PNG/u],
  ['is over 10 MB', sampleFile('a.pdf', { size: 10 * 1024 * 1024 + 1 }), /maksimal 10MB/u],
])(
  'when the attachment %s, then it is not sent and the specified title says so',
  async (_what, file, why) => {
    const { dialog } = await open(VERIFIED);
    fireEvent.change(within(dialog).getByLabelText('Lampiran (opsional)'), { target: { files: [file] } });
    await findToast('Gagal mengunggah file lampiran');
    expect(within(dialog).getAllByText(why).length).toBeGreaterThan(0);
    expect(uploadFile).not.toHaveBeenCalled();
  },
);

test('when the server refuses the day, then its sentence is shown at the day and nothing typed is lost', async () => {
  const { dialog, type, save } = await open(VERIFIED, {
    [STAGE]: refused(400, 'Isian tidak valid', {
      issues: [{ path: 'content', message: 'Tanggal observasi sudah lewat' }],
    }),
  });
  await typeDay(dialog, type, jakartaDay(new Date(Date.now() + DAY)));
  await type.type(within(dialog).getByLabelText('Catatan (opsional)'), 'Bawa akta');
  await save();
  await findToast('Gagal', 'Isian tidak valid');
  expect(within(dialog).getAllByText('Tanggal observasi sudah lewat').length).toBeGreaterThan(0);
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Catatan (opsional)').value).toBe('Bawa akta');
});

test('when documents are missing, then the form says which, keeps what was typed, and leads to them', async () => {
  const { dialog, type, save } = await open(VERIFIED, {
    'GET /api/admin/registrations': {
      body: [aStaffRow({ documents: { done: 1, of: 3 } })],
      headers: { 'x-total-count': '1' },
    },
    [`GET ${ONE}/documents`]: { body: someStaffDocuments([aDocumentRow()]) },
    [STAGE]: refused(409, 'Dokumen anak belum lengkap: Akta kelahiran, Rapor.', {
      code: 'documents_missing',
    }),
  });
  await typeDay(dialog, type, jakartaDay(new Date(Date.now() + DAY)));
  await type.type(within(dialog).getByLabelText('Catatan (opsional)'), 'Bawa akta');
  await save();
  const banner = within(await within(dialog).findByRole('alert'));
  expect(banner.getByText('Dokumen anak belum lengkap: Akta kelahiran, Rapor.')).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Catatan (opsional)').value).toBe('Bawa akta');
  await type.click(banner.getByRole('button', { name: 'Lihat dokumen' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ubah Tahap Pendaftaran' })).toBeNull());
  expect(await screen.findByRole('list', { name: /[Dd]okumen/u })).toBeTruthy();
});

test('when another user moved the stage, then the new state is shown with who did it', async () => {
  const { api, dialog, type, save } = await open(
    { ...VERIFIED, current_stage: 'obs_scheduled' },
    {
      [STAGE]: staleAnswer(
        { payment_status: 'verified', current_stage: 'obs_attended' },
        { name: 'Siti', role: 'cs' },
        { at: '2026-11-21T01:00:00.000Z' },
      ),
    },
  );
  await type.click(within(dialog).getByLabelText('Tdk Hadir Observasi'));
  api.answer(`GET ${ONE}`, { body: aStaffRecord({ ...VERIFIED, current_stage: 'obs_attended' }) });
  await save();
  await findToast('Gagal', 'Data sudah diubah orang lain.');
  expect(
    await screen.findByText(
      'Tahap sudah diubah menjadi Hadir Observasi oleh Siti (CS) pada 21 November 2026, 08.00 WIB.',
    ),
  ).toBeTruthy();
});

test('when a proxy responds without a message, then the specified words are shown', async () => {
  const { save, dialog, type } = await open(
    { ...VERIFIED, current_stage: 'obs_attended' },
    { [STAGE]: { status: 502 } },
  );
  await type.type(within(dialog).getByLabelText('Informasi Tambahan (opsional)'), 'x');
  await save();
  await findToast('Gagal', 'Gagal mengubah tahap pendaftaran');
  expect(messageAt(within(dialog).getByLabelText('Informasi Tambahan (opsional)'))).toBe('');
});
