import { pageAt } from '@gerbang/contracts/pages';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused, someYears, type Asked } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { useLocation, useNavigate } from '@gerbang/web-kit/page/router';
import { useShortcutSwitch } from '@gerbang/web-kit/desk/shortcuts';
import { aStaffRecord, aStaffRow, aSummary, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const LIST = 'GET /api/admin/registrations';
const SUMMARY = 'GET /api/admin/registrations/summary';
const UMAR = aStaffRow();
const AISYAH = aStaffRow({
  id: staffId(2),
  child: { full_name: 'Aisyah Putri', nick_name: null, gender: 'female' },
  parent: {
    father_name: null,
    mother_name: null,
    contact_phone: null,
    name_from_account: 'Rahma Aulia',
    phone_from_account: '+6281399998888',
  },
  jenjang: 'TK',
  kelas: 'TK A',
  payment_status: 'verified',
  paid_by: 'va',
  current_stage: 'obs_scheduled',
});
const KHALID = aStaffRow({
  id: staffId(3),
  child: { full_name: 'Khalid Ramadhan', nick_name: null, gender: 'male' },
});

/** Two pages: the second has Khalid. */
function pages({ query }: Asked) {
  const second = query.get('cursor') === 'Kedua';
  return {
    body: second ? [KHALID] : [UMAR, AISYAH],
    headers: {
      'x-total-count': '52',
      link: second
        ? '</api/admin/registrations?cursor=Pertama>; rel="prev"'
        : '</api/admin/registrations?cursor=Kedua>; rel="next"',
    },
  };
}

function Where() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="where">{useLocation().search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        mundur
      </button>
    </>
  );
}

const record = (row: typeof UMAR) => ({
  [`GET /api/admin/registrations/${row.id}`]: {
    body: aStaffRecord({ id: row.id, child: { ...aStaffRecord().child, full_name: row.child.full_name } }),
  },
  [`GET /api/admin/registrations/${row.id}/stage-history`]: { body: [] },
});

function show(address = '', role: Role = 'admin', answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: pages,
    [SUMMARY]: { body: aSummary({ paid: 14, verified: 126 }, { obs_scheduled: 5 }) },
    ...record(UMAR),
    ...record(AISYAH),
    ...record(KHALID),
    ...answers,
  });
  const page = (
    <>
      <StaffRegistrationsPage />
      <Where />
    </>
  );
  const asked = (path = '/api/admin/registrations') =>
    api.asked.filter((call) => call.path === path).map(({ query }) => Object.fromEntries(query));
  return {
    api,
    asked,
    ...renderPage(page, { path: `/admin/registration${address}`, user: aUser({ role }) }),
  };
}

const address = () => screen.getByTestId('where').textContent;
const loaded = () => screen.findByText('Umar Faruq');

beforeEach(() => localStorage.clear());

test('when the list is open, then it has the specified columns, fifty a page, and the time of its data', async () => {
  const { asked } = show();
  await loaded();
  const table = screen.getByRole('table', { name: 'Pendaftaran' });
  // By which way a fee was paid stands below its state.
  expect(within(table).getAllByText('Virtual Account')).toHaveLength(1);
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual([
    'Pilih semua di halaman ini',
    'Nama anak',
    'Orang tua / kontak',
    'Jenjang / kelas',
    'Status pembayaran',
    'Tahap',
    'Tanggal daftar',
    'Aksi',
  ]);
  const row = within(table).getByRole('row', { name: /Umar Faruq/u });
  for (const text of [
    'Ahmad Fauzi',
    '· Siti Maryam',
    '0812-3456-7890',
    'SD · Kelas 1',
    'Menunggu Verifikasi',
    'Terdaftar',
  ])
    expect(within(row).getByText(text)).toBeTruthy();
  const unprofiled = within(table).getByRole('row', { name: /Aisyah Putri/u });
  expect(unprofiled.textContent).toContain('Rahma Aulia(dari akun)0813-9999-8888(dari akun)');
  expect(screen.getByText('Halaman 1 dari 2')).toBeTruthy();
  expect(screen.getByText(/^Data pukul \d\d\.\d\d$/u)).toBeTruthy();
  expect(asked()).toEqual([{ limit: '50' }]);
});

test('when the list is opened, then its call is the one that the HTML page sends ahead', async () => {
  const { api } = show('', 'admin', someYears());
  await loaded();
  const [read] = api.asked.filter(({ path }) => path === '/api/admin/registrations');
  const ofYear = pageAt('/admin/registration')?.ofYear?.replace('{year}', encodeURIComponent('2026/2027'));
  expect(`${read?.path}?${read?.query}`).toBe(ofYear);
});

test('when everything is on one page, then there is no page x/y', async () => {
  show('', 'admin', { [LIST]: { body: [UMAR], headers: { 'x-total-count': '1' } } });
  await loaded();
  expect(screen.queryByText('Halaman 1 dari 1')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Berikutnya' })).toBeNull();
});

test('when the filters are looked at, then they have the specified labels, and the stages their counts', async () => {
  show();
  await loaded();
  const options = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(options('Status pembayaran')).toEqual([
    'Semua status',
    'Belum Bayar',
    'Menunggu Verifikasi',
    'Terverifikasi',
    'Ditolak',
  ]);
  await waitFor(() => expect(options('Tahap')).toContain('Observasi Dijadwalkan (5)'));
  for (const label of ['Lulus (0)', 'Tidak Lulus (0)', 'Perlu Daftar Ulang (0)', 'Observasi Selesai (0)'])
    expect(options('Tahap')).toContain(label);
});

test.each<[Role, string, string, Record<string, string>]>([
  ['admin', 'Antrean saya 7', '?payment_status=paid', { payment_status: 'paid', sort: 'payment_since' }],
  [
    'cs',
    'Antrean saya 4',
    '?payment_status=verified&current_stage=registered',
    { payment_status: 'verified', current_stage: 'registered' },
  ],
  [
    'cs',
    'Belum bayar > 7 hari 31',
    '?payment_status=pending&payment_days=7',
    { payment_status: 'pending', payment_days: '7', sort: 'payment_since' },
  ],
  ['staff_tu', 'Observasi pekan ini 23', '?observation_week=1', { observation_week: '1' }],
  ['finance', 'Ditolak 1', '?payment_status=rejected', { payment_status: 'rejected' }],
])(
  'when %s presses %s, then the list shows that part from page 1, and the address says so; back undoes it',
  async (role, name, search, query) => {
    const { type, asked } = show('?cursor=Kedua&halaman=2', role);
    await screen.findByText('Khalid Ramadhan');
    await type.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(address()).toBe(search));
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...query, limit: '50' }));
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('button', { name: /^Hapus saringan/u })).toBeNull();
    await type.click(screen.getByRole('button', { name: 'mundur' }));
    await waitFor(() => expect(address()).toBe('?cursor=Kedua&halaman=2'));
  },
);

test('when the queue is shown, then it has the work of every year, and one year of it is no queue; the other parts keep the year', async () => {
  const { type, asked } = show('?academic_year=2026%2F2027', 'finance', someYears());
  await loaded();
  const year = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tahun ajaran' });
  const queue = () => screen.getByRole('button', { name: /^Antrean saya/u });
  const last = (path?: string) => asked(path).at(-1)?.['academic_year'];
  await waitFor(() => expect(queue().textContent).toBe('Antrean saya 7'));
  await type.click(queue());
  await waitFor(() => expect([address(), year().value]).toEqual(['?payment_status=paid', 'semua']));
  await waitFor(() => expect(last()).toBeUndefined());
  expect(queue().getAttribute('aria-pressed')).toBe('true');
  // The name of the part says the state of its fees: in its place stands what they are compared by.
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toContain('Biaya');
  expect(heads).not.toContain('Status pembayaran');
  expect(screen.getAllByText(/^Rp\s550\.000$/u).length).toBeGreaterThan(0);
  // What is counted for the other parts is of the year that they open in.
  expect(asked('/api/admin/registrations/summary').at(-1)).toMatchObject({ parts_year: '2026/2027' });
  expect(asked('/api/admin/registrations/summary').at(-1)).not.toHaveProperty('academic_year');
  await type.selectOptions(year(), '2026/2027');
  await waitFor(() => expect(last()).toBe('2026/2027'));
  expect(queue().getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('button', { name: /^Hapus saringan Status pembayaran/u })).toBeTruthy();
  await type.click(queue());
  await waitFor(() => expect(address()).toBe('?payment_status=paid'));
  await type.click(screen.getByRole('button', { name: 'Semua 208' }));
  await waitFor(() => expect([address(), year().value]).toEqual(['', '2026/2027']));
});

test('when a part is left for all, then no filter and no order of it stays', async () => {
  const { type } = show('?payment_status=rejected&jenjang=SD&sort=child_name');
  await loaded();
  await type.click(await screen.findByRole('button', { name: 'Semua 208' }));
  await waitFor(() => expect(address()).toBe(''));
  const all = screen.getByRole('button', { name: 'Semua 208' });
  expect(all.getAttribute('aria-pressed')).toBe('true');
});

test('when the head of a column is pressed, then the server sorts by it, the address and the head say so, and a second press turns the order', async () => {
  const { type, asked } = show();
  await loaded();
  const head = (name: string) => screen.getByRole('columnheader', { name });
  const press = (name: string) => type.click(within(head(name)).getByRole('button'));
  expect(head('Tanggal daftar').getAttribute('aria-sort')).toBe('descending');
  expect(head('Nama anak').getAttribute('aria-sort')).toBeNull();
  await press('Nama anak');
  await waitFor(() => expect(asked().at(-1)).toEqual({ sort: 'child_name', limit: '50' }));
  expect([address(), head('Nama anak').getAttribute('aria-sort')]).toEqual(['?sort=child_name', 'ascending']);
  await press('Nama anak');
  await waitFor(() => expect(address()).toBe('?sort=-child_name'));
  expect(screen.queryByRole('columnheader', { name: 'Tunggu' })).toBeNull();
  await type.click(screen.getByRole('button', { name: /^Antrean saya/u }));
  expect(head('Tunggu').getAttribute('aria-sort')).toBe('descending');
  await press('Tunggu');
  await waitFor(() => expect(address()).toBe('?payment_status=paid&sort=-payment_since'));
  expect(head('Tunggu').getAttribute('aria-sort')).toBe('ascending');
});

test('when Enter is pressed on a row or on its box, then the row opens', async () => {
  const { type } = show();
  await loaded();
  screen.getByLabelText('Pilih Aisyah Putri').focus();
  await type.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`?id=${AISYAH.id}`));
});

test('when a list has filters, then none of them is announced as required', async () => {
  show();
  await loaded();
  const filters = screen.getAllByRole('combobox');
  expect(filters.map((one) => one.getAttribute('aria-required'))).toEqual(filters.map(() => null));
});

test('when filters are set, then each has its chip, and one button clears them', async () => {
  const { type, asked } = show(
    '?payment_status=paid&current_stage=passed&jenjang=SD&observation_until=2026-11-28',
  );
  await loaded();
  const chips = screen.getByRole('group', { name: 'Saringan yang dipakai' });
  expect(
    within(chips)
      .getAllByRole('button')
      .map((chip) => chip.textContent),
  ).toEqual(['Tahap: Lulus', 'Jenjang: SD', 'Observasi sampai: 28 November 2026', 'Hapus saringan']);
  await type.click(within(chips).getByRole('button', { name: 'Hapus saringan Jenjang: SD' }));
  await waitFor(() =>
    expect(address()).toBe('?payment_status=paid&current_stage=passed&observation_until=2026-11-28'),
  );
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  // What the name of the part says stays.
  await waitFor(() => expect(address()).toBe('?payment_status=paid'));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ payment_status: 'paid', limit: '50' }));
});

test('when something is searched, then the server searches from page 1 and the text stays out of the address', async () => {
  const { type, asked } = show('?cursor=Kedua&halaman=2');
  await screen.findByText('Khalid Ramadhan');
  await type.keyboard('/');
  const box = screen.getByPlaceholderText('Cari nama anak, orang tua, telepon, jenjang...');
  await waitFor(() => expect(document.activeElement).toBe(box));
  await type.keyboard('umar');
  await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'umar', limit: '50' }));
  await waitFor(() => expect(address()).toBe(''));
});

test('when Enter follows what is searched, then its first row opens as soon as it is read', async () => {
  const { type, asked } = show('?cursor=Kedua&halaman=2');
  await screen.findByText('Khalid Ramadhan');
  await type.keyboard('/umar{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'umar', limit: '50' }));
  await waitFor(() => expect(address()).toMatch(/^\?id=/u));
});

test('when nothing fits the search or the filter, then that is said', async () => {
  const none = { [LIST]: { body: [], headers: { 'x-total-count': '0' } } };
  const { type } = show('', 'cs', none);
  expect(await screen.findByText('Belum ada pendaftaran.')).toBeTruthy();
  await type.selectOptions(screen.getByLabelText('Jenjang'), 'KB');
  expect(await screen.findByText('Tidak ada pendaftaran dengan saringan ini.')).toBeTruthy();
  await type.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('Tidak ada hasil yang sesuai dengan pencarian.')).toBeTruthy();
});

test('when the list cannot be read, then another try brings it; an old page begins at the first', async () => {
  const { api, type } = show('?cursor=Lama&halaman=7', 'admin', {
    [LIST]: refused(400, 'Cursor tidak valid'),
  });
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(LIST, pages);
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  await loaded();
  await waitFor(() => expect(address()).toBe(''));
});

test('when a role only reads, then no row can be ticked', async () => {
  show('', 'staff_tu');
  await loaded();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('when a row is opened, then it is in the address; J and K move through the result, over the page’s end, and closing returns to the list', async () => {
  const { type } = show('', 'cs');
  await type.click(await screen.findByText('Umar Faruq'));
  await waitFor(() => expect(address()).toBe(`?id=${UMAR.id}`));
  const panel = await screen.findByRole('region', { name: 'Detail Pendaftaran' });
  await within(panel).findByRole('heading', { name: 'Umar Faruq' });
  await type.keyboard('j');
  await within(panel).findByRole('heading', { name: 'Aisyah Putri' });
  await type.keyboard('j');
  await within(panel).findByRole('heading', { name: 'Khalid Ramadhan' });
  await waitFor(() => expect(address()).toBe(`?id=${KHALID.id}&cursor=Kedua&halaman=2`));
  await type.keyboard('k');
  await within(panel).findByRole('heading', { name: 'Aisyah Putri' });
  await type.click(within(panel).getByRole('button', { name: 'Kembali ke daftar' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Detail Pendaftaran' })).toBeNull());
  await waitFor(() => expect(address()).not.toContain('id='));
});

test('when the keys are switched off, then J does nothing', async () => {
  const { type } = show();
  await loaded();
  const { result } = renderHook(useShortcutSwitch);
  act(() => result.current.setOn(false));
  await type.click(await screen.findByText('Umar Faruq'));
  await screen.findByRole('heading', { name: 'Umar Faruq' });
  await type.keyboard('j');
  await waitFor(() => expect(address()).toBe(`?id=${UMAR.id}`));
  await type.click(screen.getByRole('button', { name: 'Kembali ke daftar' }));
  // The switch is the browser's: other tests find the keys as they were.
  act(() => result.current.setOn(true));
});

test('when the address names no registration, then the specified words say so', async () => {
  show(`?id=${staffId(77)}`, 'admin', {
    [`GET /api/admin/registrations/${staffId(77)}`]: refused(404, 'Pendaftaran tidak ditemukan'),
  });
  expect(await screen.findByText('ID pendaftaran tidak ditemukan')).toBeTruthy();
});

test('when a child has the NIK of another child, then its row says so, and the filter shows only such rows', async () => {
  const DOUBLE = aStaffRow({
    id: staffId(4),
    child: { full_name: 'Zaid Harits', nick_name: null, gender: 'male' },
    nik_duplicate: true,
  });
  const { asked, type } = show('', 'cs', {
    [LIST]: ({ query }: Asked) => ({
      body: query.get('nik_duplicate') ? [DOUBLE] : [UMAR, DOUBLE],
      headers: { 'x-total-count': '2' },
    }),
  });
  await loaded();
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name, 'u') });
  expect(within(row('Zaid Harits')).getByText('NIK ganda, perlu diperiksa')).toBeTruthy();
  expect(within(row('Umar Faruq')).queryByText('NIK ganda, perlu diperiksa')).toBeNull();
  await type.selectOptions(screen.getByRole('combobox', { name: 'NIK' }), 'NIK ganda');
  await waitFor(() => expect(screen.queryByText('Umar Faruq')).toBeNull());
  expect(address()).toBe('?nik_duplicate=1');
  expect(asked().at(-1)).toMatchObject({ nik_duplicate: '1' });
  await waitFor(() =>
    expect(asked('/api/admin/registrations/summary').at(-1)).toMatchObject({ nik_duplicate: '1' }),
  );
  await type.click(screen.getByRole('button', { name: 'Hapus saringan NIK: NIK ganda' }));
  expect(await screen.findByText('Umar Faruq')).toBeTruthy();
  expect(address()).toBe('');
});

test('when a child is younger than the school suggests, then its row is marked beside what tells it from namesakes', async () => {
  const note = 'Usia pada 1 Juli 2026: 5 tahun; sekolah menyarankan paling muda 6 tahun';
  const young = aStaffRow({ id: staffId(4), age_note: note });
  show('', 'cs', { [LIST]: { body: [young], headers: { 'x-total-count': '1' } } });
  const mark = await screen.findByText('Usia di luar anjuran');
  expect(mark.title).toBe(note);
  expect(
    within(mark.parentElement!).getByText(new RegExp(young.registration_number.slice(-5), 'u')),
  ).toBeTruthy();
});

test('when a family has another child of the name and birth date, then the row is marked, and the filter shows only such rows', async () => {
  const twice = aStaffRow({
    id: staffId(5),
    child: { full_name: 'Zaid Harits', nick_name: null, gender: 'male' },
    same_child: true,
  });
  const { asked, type } = show('', 'cs', {
    [LIST]: ({ query }: Asked) => ({
      body: query.get('same_child') ? [twice] : [UMAR, twice],
      headers: { 'x-total-count': '2' },
    }),
  });
  await loaded();
  const row = within(screen.getByRole('row', { name: /Zaid Harits/u }));
  const mark = row.getByText('Mungkin anak yang sama');
  expect(
    within(mark.parentElement!).getByText(new RegExp(twice.registration_number.slice(-5), 'u')),
  ).toBeTruthy();
  await type.selectOptions(screen.getByRole('combobox', { name: 'Kesamaan anak' }), 'Mungkin anak yang sama');
  await waitFor(() => expect(screen.queryByText('Umar Faruq')).toBeNull());
  expect(address()).toBe('?same_child=1');
  expect(asked().at(-1)).toMatchObject({ same_child: '1' });
  await waitFor(() =>
    expect(asked('/api/admin/registrations/summary').at(-1)).toMatchObject({ same_child: '1' }),
  );
  await type.click(
    screen.getByRole('button', { name: 'Hapus saringan Kesamaan anak: Mungkin anak yang sama' }),
  );
  expect(await screen.findByText('Umar Faruq')).toBeTruthy();
  expect(address()).toBe('');
});
