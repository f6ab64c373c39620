import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, type FakeAnswer } from '@gerbang/web-kit/testing/fake-api';
import { useNamedKeys } from '@gerbang/web-kit/desk/shortcuts';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { anEntry, anOffer, aPool, aPriority, seatsOf } from '../../test/seats.ts';
import { SeatsPage } from '../seat-pools/seats-page.tsx';

const POOL = `/api/admin/seat-pools/${aPool().id}`;
const OFFER = `POST ${POOL}/offers`;
const CLOSE = `POST ${POOL}/close`;
const ENTRIES = [
  anEntry(1),
  anEntry(2, { priorities: [aPriority()] }),
  anEntry(3, { asked_at: '2027-04-18T02:00:00.000Z' }),
];

type Role = NonNullable<Parameters<typeof aUser>[0]>['role'];

function show(role: Role, answers: Parameters<typeof fakeApi>[0] = {}, pool = aPool()) {
  const api = fakeApi({
    'GET /api/config': { body: aSchool() },
    'GET /api/admin/seats': seatsOf(pool),
    [`GET ${POOL}/waitlist`]: { body: { pool, entries: ENTRIES } },
    ...answers,
  });
  const page = renderPage(<SeatsPage />, {
    path: `/admin/seats?pool=${pool.id}`,
    user: aUser({ role }),
  });
  return { api, ...page };
}

async function open(...of: Parameters<typeof show>) {
  const page = show(...of);
  const table = within(await screen.findByRole('table', { name: 'Daftar tunggu SD kelas 1' }));
  return { table, ...page };
}
const conflict = (code: string, details: object = {}): FakeAnswer => ({
  status: 409,
  body: { statusCode: 409, code, message: 'Tidak bisa.', requestId: 'r-1', details },
});

test('when a list is opened, then each family has its place, its criteria and the sentence for the phone', async () => {
  const { table } = await open('staff_tu');
  const rows = table.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(3);
  const second = within(rows[1] ?? document.body);
  expect(second.getByText('Umar Faruq')).toBeTruthy();
  expect(second.getByText('PSB-2026-SD-00102')).toBeTruthy();
  expect(second.getByText('Saudara kandung: tidak · Terdaftar 3 Januari 2027 pukul 09.14')).toBeTruthy();
  expect(second.getByText('Diusulkan: Saudara kandung')).toBeTruthy();
  expect(
    second.getByText('Urutan 2 dari 3, aturan ditetapkan 2 Januari 2027 oleh Kepala Sekolah'),
  ).toBeTruthy();
  expect(table.getByText('ditanya 18 Apr 2027, belum menjawab')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Tawarkan|Prioritas|Tutup)/u })).toBeNull();
});

test('when a family is looked for, then its row alone is shown, with its place in the whole list', async () => {
  const { table, type } = await open('staff_tu');
  await type.keyboard('/khalid');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Cari anak atau nomor' })),
  );
  expect(await screen.findByText('1 dari 3 menunggu')).toBeTruthy();
  expect(table.getAllByRole('row')).toHaveLength(2);
  expect(table.getByText(/^Urutan 3 dari 3/u)).toBeTruthy();
});

test('when the list is shown, then it names its keys for the help', async () => {
  await open('cs');
  expect(renderHook(useNamedKeys).result.current).toEqual([['/', 'Cari anak atau nomor']]);
});

test('when the next seats are offered, then who gets them is named before it, and who got them after it', async () => {
  const made = [anOffer({ child_name: 'Aisyah Putri' })];
  const { api, type } = await open('cs', { [OFFER]: { status: 201, body: made } });
  expect(screen.queryByRole('button', { name: /^Tawarkan kursi:/u })).toBeNull();
  await type.click(screen.getByRole('button', { name: 'Tawarkan 2 kursi berikutnya' }));
  const dialog = within(await screen.findByRole('dialog'));
  const named = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(named()).toEqual(['1.Aisyah Putri PSB-2026-SD-00101', '2.Umar Faruq PSB-2026-SD-00102']);
  await type.clear(dialog.getByLabelText('Jumlah kursi'));
  await type.type(dialog.getByLabelText('Jumlah kursi'), '1');
  expect(named()).toHaveLength(1);
  await type.click(dialog.getByRole('button', { name: 'Tawarkan 1 kursi' }));
  await findToast('1 kursi ditawarkan', 'Aisyah Putri');
  expect(api.bodies(OFFER)).toEqual([{ count: 1 }]);
  const sent = api.asked.find(({ method }) => method === 'POST');
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/u);
});

test('when a fee is owed again, then its row says so, and the next seat goes to the one behind it', async () => {
  const pool = aPool();
  const entries = [anEntry(1, { fee_owed: true }), anEntry(2)];
  const { table, type } = await open('manager_pendidikan', {
    [`GET ${POOL}/waitlist`]: { body: { pool, entries } },
  });
  expect(table.getAllByText('Biaya belum terverifikasi')).toHaveLength(1);
  expect(table.getAllByRole('button', { name: /^Tawarkan kursi:/u })).toHaveLength(1);
  await type.click(screen.getByRole('button', { name: 'Tawarkan 1 kursi berikutnya' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2.Umar Faruq PSB-2026-SD-00102',
  ]);
});

test('when the seats went meanwhile, then the dialog stays and says how many are left', async () => {
  const { type } = await open('cs', { [OFFER]: conflict('seats_exceeded', { free: 1 }) });
  await type.click(screen.getByRole('button', { name: 'Tawarkan 2 kursi berikutnya' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Tawarkan 2 kursi' }));
  const words = 'Kursi bebas tinggal 1. Kurangi jumlahnya, lalu tawarkan lagi.';
  expect(await dialog.findByText(words)).toBeTruthy();
});

test('when no seat is free or the time of offers is over, then it says so instead of offering', async () => {
  await open('cs', {}, aPool({ free: 0, taken: 60 }));
  expect(screen.getByText('Semua kursi sudah ditawarkan atau diambil.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Tawarkan/u })).toBeNull();
});

test('when the head passes over families, then it says how many and wants a reason', async () => {
  const { api, type } = await open('manager_pendidikan', {
    [OFFER]: { status: 201, body: [anOffer({ source: 'staff', child_name: 'Khalid Ramadhan' })] },
  });
  await type.click(screen.getByRole('button', { name: 'Tawarkan kursi: Khalid Ramadhan' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Urutan 3 dari 3: dua keluarga di atasnya dilewati\./u)).toBeTruthy();
  await type.type(dialog.getByLabelText('Alasan'), 'abc');
  await type.click(dialog.getByRole('button', { name: 'Tawarkan kursi' }));
  expect(await dialog.findByText('Alasan wajib diisi, paling sedikit 5 karakter')).toBeTruthy();
  await type.clear(dialog.getByLabelText('Alasan'));
  await type.type(dialog.getByLabelText('Alasan'), 'Keputusan rapat{enter}penerimaan');
  await type.click(dialog.getByRole('button', { name: 'Tawarkan kursi' }));
  await findToast('1 kursi ditawarkan', 'Khalid Ramadhan');
  expect(api.bodies(OFFER)).toEqual([{ entry_id: anEntry(3).id, reason: 'Keputusan rapat penerimaan' }]);
});

test('when the list is closed, then it wants a reason and that the consequence is understood', async () => {
  const { api, type } = await open('admin', { [CLOSE]: { body: { closed: 3 } } });
  await type.click(screen.getByRole('button', { name: 'Tutup daftar tunggu' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByLabelText('Alasan'), 'Tahun ajaran dimulai');
  await type.click(dialog.getByRole('button', { name: 'Tutup daftar tunggu' }));
  expect(await dialog.findByText('Centang bahwa Anda mengerti akibatnya')).toBeTruthy();
  expect(api.bodies(CLOSE)).toEqual([]);
  await type.click(dialog.getByRole('checkbox', { name: 'Saya mengerti: 3 keluarga tidak lagi menunggu' }));
  await type.click(dialog.getByRole('button', { name: 'Tutup daftar tunggu' }));
  await findToast('Daftar tunggu ditutup', '3 keluarga diberi tahu.');
  expect(api.bodies(CLOSE)).toEqual([{ reason: 'Tahun ajaran dimulai', version: 3 }]);
});

test('when a sibling is proposed, then it is confirmed from the list with a note', async () => {
  const priority = `PUT /api/admin/registrations/${anEntry(2).registration_id}/priorities`;
  const { api, type } = await open('cs', {
    [priority]: { body: [aPriority({ confirmed: true, by: { name: 'Citra', role: 'cs' } })] },
  });
  await type.click(screen.getByRole('button', { name: 'Prioritas: Umar Faruq' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prioritas Umar Faruq' }));
  expect(dialog.getByText('Diusulkan portal')).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Pastikan: Saudara kandung' }));
  await type.type(dialog.getByLabelText(/^Catatan/u), 'KK diperiksa');
  await type.click(dialog.getByRole('button', { name: 'Pastikan prioritas' }));
  await findToast('Prioritas dipastikan');
  expect(api.bodies(priority)).toEqual([{ kind: 'sibling', confirmed: true, note: 'KK diperiksa' }]);
});

const children = () =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);

test('when part of a list is wanted in another order, then it is shown so, and saved as a view that names no child', async () => {
  localStorage.clear();
  const SAVE = 'POST /api/admin/list-views';
  const { api, table, type } = await open('cs', {
    'GET /api/admin/list-views': { body: [] },
    [SAVE]: ({ body }) => ({
      status: 201,
      body: { id: anEntry(1).id, own: true, owner: null, version: 1, ...(body as object) },
    }),
  });
  await type.selectOptions(screen.getByLabelText('Urutkan'), 'Nama anak');
  expect(children()).toEqual(['Aisyah Putri', 'Khalid Ramadhan', 'Umar Faruq']);
  await type.selectOptions(screen.getByLabelText('Keadaan'), 'Belum menjawab');
  expect(children()).toEqual(['Khalid Ramadhan']);
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await type.click(await screen.findByRole('menuitem', { name: 'Atur kolom dan simpan...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kolom dan tampilan' }));
  await type.click(dialog.getByRole('checkbox', { name: 'Menunggu sejak' }));
  await type.type(dialog.getByLabelText('Nama tampilan'), 'Ditanya');
  await type.click(dialog.getByRole('checkbox', { name: 'Bagikan dengan semua CS' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan tampilan' }));
  await findToast('Tampilan tersimpan');
  expect(api.bodies(SAVE)).toEqual([
    {
      list: 'waitlists',
      name: 'Ditanya',
      shared: true,
      settings: { filters: { state: 'asked' }, sort: 'child_name', hidden: ['since'], widths: {} },
    },
  ]);
  expect(table.queryByRole('columnheader', { name: 'Menunggu sejak' })).toBeNull();
  await type.click(screen.getByRole('button', { name: 'Hapus saringan Keadaan: Belum menjawab' }));
  expect(children()).toHaveLength(3);
});

test('when more begin to wait, then their number is offered by the figures of the class, and the list is read when asked', async () => {
  jest.useFakeTimers();
  try {
    const { api } = show('cs');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    const reads = () => api.asked.filter(({ path }) => path.endsWith('/waitlist')).length;
    api.answer('GET /api/admin/seats', seatsOf(aPool({ waiting: 5 })));
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    const offered = screen.getByRole('button', { name: '2 baru, tampilkan' });
    expect(reads()).toBe(1);
    await act(async () => offered.click());
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(reads()).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

test('when the events are opened, then each says what happened, who did it and why', async () => {
  const event = {
    id: 1,
    count: 1,
    text: '',
    note: null,
    release_cause: null,
    child_name: null,
    actor: null,
    at: '2027-01-18T02:00:00Z',
  };
  const events = [
    {
      ...event,
      cause: 'rule_changed',
      note: 'Keputusan rapat',
      actor: { name: 'Budi', role: 'manager_pendidikan' },
    },
    {
      ...event,
      id: 2,
      cause: 'promoted',
      text: 'satu keluarga di atas Anda',
      release_cause: 'deadline',
      child_name: 'Aisyah Putri',
    },
    { ...event, id: 3, cause: 'joined', count: 20 },
  ];
  const { type } = await open('cs', { [`GET ${POOL}/events`]: { body: events } });
  await type.click(screen.getByRole('tab', { name: 'Peristiwa' }));
  const table = within(await screen.findByRole('table', { name: 'Peristiwa SD kelas 1' }));
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Aturan urutan diubahAlasan: Keputusan rapatBudiKepala Sekolah');
  expect(rows[1]).toContain('Kursi ditawarkan kepada Aisyah PutriKursi bebas: batas waktu lewatPortal');
  expect(rows[2]).toContain('20 anak masuk daftar tungguPortal');
});
