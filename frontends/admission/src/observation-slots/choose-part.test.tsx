import type { SlotChoices } from '@gerbang/contracts/slot-choices';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { ChoosePart } from './choose-part.tsx';

const ROW = {
  id: staffId(1),
  child: { full_name: 'Umar Faruq', nick_name: 'Umar' },
  registration_number: 'PSB-2026-SD-00007',
  jenjang: 'SD',
  kelas: '1',
  current_stage: 'registered',
  slots: true,
} as unknown as RegistrationRow;
const READ = `GET /api/registrations/${ROW.id}/slots`;
const CALL = `PUT /api/registrations/${ROW.id}/slot`;
const times = { starts_at: '2027-01-18T01:00:00.000Z', ends_at: '2027-01-18T02:30:00.000Z' };
const CHOICES: SlotChoices = {
  can_choose: true,
  cutoff_hours: 24,
  moves_left: 2,
  days: [
    {
      day: '2027-01-18',
      count: 2,
      slots: [
        { ...times, id: staffId(11), place: 'Ruang Anggrek', left: 2, mine: false },
        { ...times, id: staffId(12), place: 'Aula', left: null, mine: false },
      ],
    },
  ],
  booking: null,
};
const BOOKING = {
  ...times,
  id: staffId(11),
  place: 'Ruang Anggrek',
  instructions: null,
  attendees: null,
  needs: null,
  google_url: 'https://calendar.google.com/x',
  version: 1,
};
const BOOKED: SlotChoices = { ...CHOICES, booking: BOOKING };
const page = { path: '/registrations', user: aUser({ role: 'wali_murid' }) };

test('when a family chooses a time, then it is asked for one, says who comes, and is told that it is kept', async () => {
  const api = fakeApi({
    [READ]: { body: CHOICES },
    [CALL]: { body: { booking: BOOKING, ics_url: '/x', google_url: BOOKING.google_url } },
  });
  const { type } = renderPage(<ChoosePart row={ROW} />, page);
  await type.click(await screen.findByRole('button', { name: 'Pilih jadwal observasi: Umar' }));
  await type.click(await screen.findByRole('button', { name: 'Pilih jadwal ini' }));
  expect(await screen.findByText('Pilih waktunya lebih dahulu')).toBeTruthy();
  await type.click(screen.getByLabelText('08.00–09.30 · Ruang Anggrek · sisa 2'));
  await type.selectOptions(screen.getByLabelText(/Yang datang/u), 'both');
  const needs = screen.getByLabelText(/Kebutuhan khusus/u);
  expect(needs.getAttribute('aria-required')).toBe('false');
  await type.type(needs, 'Kursi roda');
  await type.click(screen.getByRole('button', { name: 'Pilih jadwal ini' }));
  await findToast('Jadwal tersimpan');
  expect(api.bodies(CALL)).toEqual([{ slot_id: staffId(11), attendees: 'both', needs: 'Kursi roda' }]);
});

test('when the time was taken meanwhile, then the sheet says so and keeps what was typed', async () => {
  const api = fakeApi({
    [READ]: { body: CHOICES },
    [CALL]: refused(409, 'Tempat itu baru saja terisi. Pilih waktu lain.', {
      code: 'slot_full',
      details: {
        days: [
          {
            day: '2027-01-18',
            count: 1,
            slots: [{ ...times, id: staffId(12), place: 'Aula', left: 1, mine: false }],
          },
        ],
      },
    }),
  });
  const { type } = renderPage(<ChoosePart row={ROW} />, page);
  await type.click(await screen.findByRole('button', { name: 'Pilih jadwal observasi: Umar' }));
  await type.click(await screen.findByLabelText(/Ruang Anggrek/u));
  await type.type(screen.getByLabelText(/Kebutuhan khusus/u), 'Kursi roda');
  api.answer(READ, { offline: true });
  await type.click(screen.getByRole('button', { name: 'Pilih jadwal ini' }));
  await findToast('Jadwal belum tersimpan');
  // The list after it is that of the refusal, whether or not it can be read again.
  expect(await screen.findByLabelText('08.00–09.30 · Aula · sisa 1')).toBeTruthy();
  expect(screen.queryByLabelText(/Ruang Anggrek/u)).toBe(null);
  expect(screen.getAllByText('Tempat itu baru saja terisi. Pilih waktu lain.').length).toBeGreaterThan(0);
  expect((screen.getByLabelText(/Kebutuhan khusus/u) as HTMLTextAreaElement).value).toBe('Kursi roda');
});

test('when documents are missing, then the card names them with the slot; a day off is named with its times', async () => {
  const days = CHOICES.days.map((day) => ({ ...day, name_hint: 'Isra Mikraj' }));
  fakeApi({ [READ]: { body: { ...BOOKED, days, documents: ['Akta kelahiran', 'Rapor'] } } });
  const { type } = renderPage(<ChoosePart row={{ ...ROW, current_stage: 'obs_scheduled' }} />, page);
  expect(await screen.findByText(/belum kami terima: Akta kelahiran, Rapor\. Kirim/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Pindah jadwal (sisa 2 kali): Umar' }));
  expect(await screen.findByRole('radiogroup', { name: /18 Januari \(Isra Mikraj\)/u })).toBeTruthy();
});

test('when a family gives its slot up, then it is asked first', async () => {
  const END = `DELETE /api/registrations/${ROW.id}/slot`;
  const api = fakeApi({ [READ]: { body: BOOKED }, [END]: { body: { moves_left: 1 } } });
  const { type } = renderPage(<ChoosePart row={{ ...ROW, current_stage: 'obs_scheduled' }} />, page);
  expect(await screen.findByRole('button', { name: 'Pindah jadwal (sisa 2 kali): Umar' })).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Lepas jadwal: Umar' }));
  expect(await screen.findByText(/satu kali pindah terpakai/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Lepas jadwal' }));
  await findToast('Jadwal dilepas');
  expect(api.bodies(END)).toHaveLength(1);
});

test.each([
  ['can be moved', BOOKED, 'Google Kalender', 'Minta jadwal lain'],
  [
    'cannot be moved any more',
    { ...BOOKED, can_choose: false, reason: 'Jadwal sudah dipindah dua kali. Hubungi sekolah.' },
    'Minta jadwal lain',
    'Pindah jadwal',
  ],
  [
    'was typed by staff',
    { ...CHOICES, can_choose: false, reason: 'Hubungi sekolah.' },
    'Minta jadwal lain',
    'Hubungi sekolah',
  ],
])('when an appointment %s, then the card offers what helps', async (_name, body, shown, hidden) => {
  fakeApi({
    [READ]: { body },
    'GET /api/config': { body: { contact_whatsapp: '+6281200000000' } },
  });
  const observation = {
    registration_id: ROW.id,
    day: '2027-01-18',
    time: '08:00',
    place: 'Ruang Anggrek',
    bring: null,
  };
  renderPage(<ChoosePart row={{ ...ROW, current_stage: 'obs_scheduled' }} observation={observation} />, page);
  expect(await screen.findByText('Ruang Anggrek')).toBeTruthy();
  expect(await screen.findByText(shown)).toBeTruthy();
  const inSlot = 'booking' in body && Boolean(body.booking);
  if (inSlot) expect(await screen.findByText('Google Kalender')).toBeTruthy();
  expect(screen.getByText(inSlot ? 'Tambahkan ke kalender' : 'Simpan ke kalender')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(new RegExp(hidden, 'u'))).toBe(null));
});

test.each([
  ['no slot is left', { ...CHOICES, days: [] }, 'Jadwal penuh. Kami kabari bila ada jadwal baru.'],
  [
    'the moves are used',
    { ...BOOKED, can_choose: false, reason: 'Jadwal sudah dipindah dua kali. Hubungi sekolah.' },
    'Jadwal sudah dipindah dua kali. Hubungi sekolah.',
  ],
])('when %s, then the card says so without a button', async (_name, body, text) => {
  fakeApi({ [READ]: { body } });
  renderPage(<ChoosePart row={ROW} />, page);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /jadwal/iu })).toBe(null);
});

test('when there are many slots, then a later day says how many it has, and is read when it is wanted', async () => {
  const evening = { id: staffId(13), place: 'Lapangan', left: 1, mine: false };
  const later = {
    day: '2027-01-19',
    count: 1,
    slots: [{ ...evening, starts_at: '2027-01-19T08:00:00.000Z', ends_at: '2027-01-19T09:00:00.000Z' }],
  };
  const api = fakeApi({
    [READ]: ({ query }) => ({
      body: { ...CHOICES, days: query.has('from') ? [later] : [...CHOICES.days, { ...later, slots: [] }] },
    }),
    [CALL]: { body: { booking: BOOKING, ics_url: '/x', google_url: BOOKING.google_url } },
  });
  const { type } = renderPage(<ChoosePart row={ROW} />, page);
  await type.click(await screen.findByRole('button', { name: 'Pilih jadwal observasi: Umar' }));
  await type.click(await screen.findByTitle(/19 Januari/u));
  await type.click(await screen.findByLabelText('15.00–16.00 · Lapangan · sisa 1'));
  await type.click(screen.getByRole('button', { name: 'Pilih jadwal ini' }));
  await findToast('Jadwal tersimpan');
  expect(api.bodies(CALL)).toEqual([expect.objectContaining({ slot_id: staffId(13) })]);
});

test('when one day has more times than are read at once, then the next are read by a button, and the first again', async () => {
  const at = (hour: string) => ({
    starts_at: `2027-01-18T${hour}:00:00.000Z`,
    ends_at: `2027-01-18T${hour}:30:00.000Z`,
  });
  const [early, late] = [
    { id: staffId(13), place: 'Aula', left: 1, mine: false, ...at('01') },
    { id: staffId(14), place: 'Lapangan', left: 1, mine: false, ...at('08') },
  ];
  const day = { day: '2027-01-18', count: 2 };
  const api = fakeApi({
    [READ]: ({ query }) => ({
      body: {
        ...CHOICES,
        days: query.has('after') ? [{ ...day, count: 1, slots: [late] }] : [{ ...day, slots: [early] }],
      },
    }),
    [CALL]: { body: { booking: BOOKING, ics_url: '/x', google_url: BOOKING.google_url } },
  });
  const { type } = renderPage(<ChoosePart row={ROW} />, page);
  await type.click(await screen.findByRole('button', { name: 'Pilih jadwal observasi: Umar' }));
  const more = await screen.findByRole('button', { name: 'Waktu sesudah 08.00' });
  await type.click(more);
  await screen.findByLabelText('15.00–15.30 · Lapangan · sisa 1');
  // The button stays where it is, and with it the focus.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dari awal hari itu' })),
  );
  await type.keyboard('{Enter}');
  await screen.findByLabelText('08.00–08.30 · Aula · sisa 1');
  await type.click(screen.getByRole('button', { name: 'Waktu sesudah 08.00' }));
  await type.click(await screen.findByLabelText('15.00–15.30 · Lapangan · sisa 1'));
  await type.click(screen.getByRole('button', { name: 'Pilih jadwal ini' }));
  await findToast('Jadwal tersimpan');
  expect(api.bodies(CALL)).toEqual([expect.objectContaining({ slot_id: staffId(14) })]);
});
