import type { Seat } from '@gerbang/contracts/waitlists';
import { findToast, aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { aRow, aSchool } from '../../test/samples.ts';
import { SeatPart } from './seat-part.tsx';

const { id } = aRow();
const READ = `GET /api/registrations/${id}/seat`;
const DECLINE = `POST /api/registrations/${id}/seat/decline`;
const LEAVE = `POST /api/registrations/${id}/waitlist/leave`;
const STAY = `POST /api/registrations/${id}/waitlist/stay`;

const NONE: Seat = { kind: 'none', offer: null, waitlist: null, history: [] };
const anOffer = (changes: Partial<NonNullable<Seat['offer']>> = {}): Seat => ({
  ...NONE,
  kind: 'offer',
  offer: {
    id,
    status: 'open',
    // A Friday in Jakarta.
    answer_until: '2100-02-12T13:00:00.000Z',
    days_left: 4,
    ...changes,
  },
});
const aPlace = (changes: Partial<NonNullable<Seat['waitlist']>> = {}): Seat => ({
  ...NONE,
  kind: 'waitlist',
  waitlist: {
    position: 7,
    of: 23,
    class_label: 'SD kelas 1',
    joined_at: '2027-01-18T02:00:00.000Z',
    answer_days: 7,
    criteria: [
      { criterion: 'sibling', label: 'Saudara kandung', value: 'ya' },
      { criterion: 'registered_at', label: 'Terdaftar', value: '3 Januari 2027 pukul 09.14' },
    ],
    history: [
      {
        at: '2027-01-20T02:00:00.000Z',
        from: 9,
        position: 7,
        of: 23,
        text: 'dua keluarga melepas tempatnya',
      },
      { at: '2027-01-18T02:00:00.000Z', from: null, position: 9, of: 23, text: 'masuk daftar tunggu' },
    ],
    next_review: '2027-04-18T02:00:00.000Z',
    answer_by: null,
    ...changes,
  },
});

async function open(seat: Seat, answers: Parameters<typeof fakeApi>[0] = {}, brief = false) {
  const api = fakeApi({
    [READ]: { body: seat },
    'GET /api/config': { body: aSchool() },
    ...answers,
  });
  const page = renderPage(<SeatPart registrationId={id} child="Aisyah" brief={brief} />, {
    path: '/registrations',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

test('when a seat is offered, then its deadline and the way to confirm it are there', async () => {
  await open(anOffer());
  expect((await screen.findByText(/Kursi untuk Aisyah disediakan sampai/u)).textContent).toBe(
    'Kursi untuk Aisyah disediakan sampai Jumat 12 Februari 2100, 20.00 (4 hari lagi)',
  );
  const way = screen.getByRole('link', { name: 'Daftar ulang sekarang' });
  expect(way.getAttribute('href')).toBe(`/enrollment-confirmation/${id}`);
});

test('when a family gives its seat back, then it is asked first, may say why, and is told what follows', async () => {
  const { api, type } = await open(anOffer(), { [DECLINE]: { status: 202, body: NONE } });
  await type.click(await screen.findByRole('button', { name: 'Kami tidak mengambil kursi ini' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(
    sheet.getByText('Kursi akan ditawarkan ke keluarga berikutnya. Tindakan ini tidak dapat dibatalkan.'),
  ).toBeTruthy();
  expect(sheet.getAllByRole('radio')).toHaveLength(5);
  expect(api.bodies(DECLINE)).toEqual([]);
  await type.click(sheet.getByRole('radio', { name: 'Jarak' }));
  await type.type(sheet.getByLabelText(/^Keterangan/u), 'Pindah rumah');
  await type.click(sheet.getByRole('button', { name: 'Lepaskan kursi' }));
  await findToast('Kursi dilepaskan');
  expect(api.bodies(DECLINE)).toEqual([{ reason_code: 'distance', reason_text: 'Pindah rumah' }]);
});

test('when the re-enrolment was sent meanwhile, then giving back is refused in the server’s words, and the seat is shown as it is now', async () => {
  const words = 'Daftar ulang sudah dikirim. Hubungi sekolah untuk membatalkan.';
  const { api, type } = await open(anOffer(), {
    [DECLINE]: refused(409, words, { code: 'confirmed_already' }),
  });
  await type.click(await screen.findByRole('button', { name: 'Kami tidak mengambil kursi ini' }));
  api.answer(READ, { body: anOffer({ status: 'accepted' }) });
  await type.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lepaskan kursi' }));
  await findToast('Kursi belum dilepaskan', words);
  expect(await screen.findByText('Kursi untuk Aisyah sudah Anda ambil.')).toBeTruthy();
});

test('when the connection is lost while a seat is given back, then the question stays with what was chosen and typed', async () => {
  const { type } = await open(anOffer(), { [DECLINE]: { offline: true } });
  await type.click(await screen.findByRole('button', { name: 'Kami tidak mengambil kursi ini' }));
  const sheet = within(await screen.findByRole('dialog'));
  await type.click(sheet.getByRole('radio', { name: 'Jarak' }));
  await type.type(sheet.getByLabelText(/^Keterangan/u), 'Pindah rumah');
  await type.click(sheet.getByRole('button', { name: 'Lepaskan kursi' }));
  await findToast('Kursi belum dilepaskan');
  expect(sheet.getByLabelText<HTMLTextAreaElement>(/^Keterangan/u).value).toBe('Pindah rumah');
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Jarak' }).checked).toBe(true);
});

test.each([
  [{ status: 'accepted' }, 'Kursi untuk Aisyah sudah Anda ambil.'],
  [{ status: 'releasing' }, 'Kursi ini sedang dilepas. Tahap pendaftaran ikut berubah setelah selesai.'],
  [{ days_left: null }, 'Batas waktu jawaban sudah lewat. Hubungi sekolah.'],
] as const)('when the seat is %j, then the card says so and asks nothing', async (changes, words) => {
  await open(anOffer(changes));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('when a child waits, then its number, why it is so, and what moved it are there, and that nothing is to be paid', async () => {
  await open(aPlace());
  const line = await screen.findByText(/di daftar tunggu SD kelas 1/u);
  expect(line.textContent).toBe('Urutan 7 dari 23 di daftar tunggu SD kelas 1');
  expect(screen.getByText('Saudara kandung: ya · Terdaftar 3 Januari 2027 pukul 09.14')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '20 Jan · 9 → 7 · dua keluarga melepas tempatnya',
    '18 Jan · urutan 9 · masuk daftar tunggu',
  ]);
  expect(
    screen.getByText(/kursi ditahan 7 hari\. Anda tidak perlu membayar apa pun sekarang\.$/u),
  ).toBeTruthy();
});

test.each([
  ['fee', 'Kursi hanya ditawarkan setelah biaya pendaftaran terverifikasi lagi.'],
  ['difference', 'Kekurangan biaya pendaftaran masih perlu dibayar.'],
] as const)('when a child waits and its family owes its %s, then the card says so', async (owes, words) => {
  await open(aPlace({ owes }));
  expect(
    await screen.findByText(`Bila ada kursi, kami kirim pesan dan kursi ditahan 7 hari. ${words}`),
  ).toBeTruthy();
  expect(screen.queryByText(/tidak perlu membayar/u)).toBeNull();
});

test('when the family is asked whether it still waits, then it answers with one press', async () => {
  const { api, type } = await open(aPlace({ answer_by: '2027-05-09' }), { [STAY]: { body: aPlace() } });
  expect(await screen.findByText('Apakah Anda masih menunggu? Jawab sebelum 9 Mei 2027.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tetap menunggu' }));
  await findToast('Tetap menunggu', 'Terima kasih. Urutan Anda tidak berubah.');
  expect(api.bodies(STAY)).toHaveLength(1);
});

test('when a family leaves the list, then it is asked first', async () => {
  const { api, type } = await open(aPlace(), { [LEAVE]: { body: NONE } });
  await type.click(await screen.findByRole('button', { name: 'Keluar dari daftar tunggu' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(api.bodies(LEAVE)).toEqual([]);
  await type.click(dialog.getByRole('button', { name: 'Keluar dari daftar tunggu' }));
  await findToast('Keluar dari daftar tunggu', 'Anda tidak lagi menunggu kursi.');
  expect(api.bodies(LEAVE)).toHaveLength(1);
});

test('when a family has left the list, then what stands there now has the focus in place of the button', async () => {
  const past = { at: '2027-01-21T02:00:00.000Z', text: 'Keluar dari daftar tunggu' };
  const left: Seat = { ...NONE, history: [past] };
  const { api, type } = await open(aPlace(), { [LEAVE]: { body: left } });
  await type.click(await screen.findByRole('button', { name: 'Keluar dari daftar tunggu' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  api.answer(READ, { body: left });
  await type.click(dialog.getByRole('button', { name: 'Keluar dari daftar tunggu' }));
  const stands = await screen.findByText('21 Jan · Keluar dari daftar tunggu');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await waitFor(() => expect(document.activeElement?.contains(stands)).toBe(true));
});

test('when a seat is being released, then its end is seen without a reload', async () => {
  jest.useFakeTimers();
  try {
    const { api } = await open(anOffer({ status: 'releasing' }));
    await screen.findByText(/^Kursi ini sedang dilepas\./u);
    api.answer(READ, { body: NONE });
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(screen.queryByText(/^Kursi ini sedang dilepas\./u)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  [4, '4 hari lagi'],
  [1, 'besok'],
  [0, 'hari ini'],
])(
  'when the card is a brief one and %i days are left, then it says so once and leads to the answers',
  async (days_left, words) => {
    await open(anOffer({ days_left }), {}, true);
    expect((await screen.findByText(/^Kursi untuk Aisyah/u)).textContent).toMatch(
      new RegExp(`\\(${words}\\)$`, 'u'),
    );
    const way = screen.getByRole('link', { name: 'Lihat kursi dan jawabannya' });
    expect(way.getAttribute('href')).toBe(`/registrations?lihat=${id}`);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('when the card is a brief one, then the number leads to its explanation', async () => {
  await open(aPlace(), {}, true);
  const way = await screen.findByRole('link', { name: 'Lihat penjelasannya' });
  expect(way.getAttribute('href')).toBe(`/registrations?lihat=${id}`);
  expect(screen.queryByText('Mengapa urutan ini?')).toBeNull();
});

test('when the seat cannot be read, then it can be tried again', async () => {
  await open(NONE, { [READ]: refused(503, 'Sedang sibuk') });
  expect(await screen.findByText(/^Keterangan kursi tidak dapat dimuat\./u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});

test('when the school has words on offers, then they stand with an open one, not in its short form', async () => {
  const school = { ...aSchool(), texts: { ...aSchool().texts, offer_note: 'Bawa rapor asli.' } };
  const note = { 'GET /api/config': { body: school } };
  await open(anOffer(), note);
  expect(await screen.findByText('Bawa rapor asli.')).toBeTruthy();
  cleanup();
  await open(anOffer(), note, true);
  expect(screen.queryByText('Bawa rapor asli.')).toBeNull();
});
