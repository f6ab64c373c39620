import { schoolConfigSchema } from '@gerbang/contracts/school';
import { NEUTRAL_SETTINGS } from '@gerbang/domain/school-settings';
import { anExpectation } from '@gerbang/web-kit/testing/expectations';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { anOwnResult, idOf } from '../../test/samples.ts';
import { ResultPage } from './result-page.tsx';
import { ResultsPage } from './results-page.tsx';

const READ = 'GET /api/dashboard';
const ID = idOf(201);
const TO_CONFIRM = { registration_id: ID, child_name: 'Aisyah', jenjang: 'SD', kelas: '1', declined: false };

const NOTE = `PUT /api/registrations/${ID}/result-opened`;
const NOW = new Date().toISOString();

/** A result that was published a moment ago. */
const fresh = (at: number, name: string) =>
  anOwnResult({
    id: idOf(100 + at),
    published_at: new Date().toISOString(),
    child: { full_name: name, nick_name: null },
    registration: { id: idOf(200 + at), jenjang: 'SD', kelas: '1' },
  });

const SEAT = `GET /api/registrations/${ID}/seat`;

function answers(
  results: ReturnType<typeof anOwnResult>[],
  toConfirm: object[],
  opened: object[],
  stage?: string,
  seat: object = { kind: 'none', offer: null, waitlist: null, history: [] },
  words: object = {},
) {
  return {
    [READ]: {
      body: {
        admission: {
          parent: {
            registrations: [{ id: ID, academic_year: '2026/2027', current_stage: stage }],
            opened_results: opened,
          },
          staff: null,
        },
        announcement: { parent: { results }, staff: null },
        billing: { parent: { to_confirm: toConfirm, next_payment: null, outstanding: {} }, staff: null },
        unavailable: [],
      },
    },
    'GET /api/config': {
      body: schoolConfigSchema.parse({ texts: { ...NEUTRAL_SETTINGS.texts, ...words } }),
    },
    [SEAT]: { body: seat },
    [NOTE]: { body: { result_opened_at: new Date(Date.parse(NOW) + 1000).toISOString() } },
  };
}

function open(
  result: ReturnType<typeof anOwnResult>,
  toConfirm: object[] = [TO_CONFIRM],
  more: {
    others?: ReturnType<typeof anOwnResult>[];
    opened?: object[];
    stage?: string;
    seat?: object;
    words?: object;
  } = {},
) {
  const api = fakeApi(
    answers(
      [result, ...(more.others ?? [])],
      toConfirm,
      more.opened ?? [],
      more.stage,
      more.seat,
      more.words,
    ),
  );
  const page = renderPage(<ResultPage />, {
    user: aUser({ role: 'wali_murid' }),
    path: `/hasil/${ID}`,
    route: '/hasil/:registrationId',
  });
  return { api, ...page };
}

test('when a child is accepted, then the news, the note, the letter and the steps are there, with the way to confirm', async () => {
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
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Konfirmasi daftar ulang' }).getAttribute('href')).toBe(
    `/enrollment-confirmation/${ID}`,
  );
  expect(
    screen.getByText('Surat Keterangan Diterima terbit setelah konfirmasi daftar ulang kami proses.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Tutup' }).getAttribute('href')).toBe('/dashboard');
});

test('when the school says nothing of the bill and the first day, then no time is promised in its name', async () => {
  open(anOwnResult());
  expect(await screen.findByText('Tagihan menyusul lewat WhatsApp setelah konfirmasi.')).toBeTruthy();
  expect(screen.queryByText('Hari pertama sekolah')).toBeNull();
});

test('when the school says when the bill and the first day come, then its words stand with the steps', async () => {
  open(anOwnResult(), undefined, {
    words: { invoice_wait: 'Biasanya 3 hari kerja.', first_day: 'Senin, 12 Juli 2027.' },
  });
  expect(
    await screen.findByText('Tagihan menyusul lewat WhatsApp setelah konfirmasi. Biasanya 3 hari kerja.'),
  ).toBeTruthy();
  const [, , first] = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(first?.textContent).toBe('3Hari pertama sekolahSenin, 12 Juli 2027.');
});

test('when the re-enrolment is confirmed, then its button is gone', async () => {
  open(anOwnResult(), []);
  await screen.findByText('Sudah kami terima. Terima kasih.');
  expect(screen.queryByRole('link', { name: 'Konfirmasi daftar ulang' })).toBeNull();
});

test('when a result is so new that billing has not heard of it, then nothing says that a confirmation arrived', async () => {
  open(fresh(1, 'Aisyah'), []);
  const link = await screen.findByRole('link', { name: 'Konfirmasi daftar ulang' });
  expect(link.getAttribute('href')).toBe(`/enrollment-confirmation/${ID}`);
  expect(screen.queryByText('Sudah kami terima. Terima kasih.')).toBeNull();
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

const noted = (api: ReturnType<typeof fakeApi>) =>
  api.asked.filter(({ path }) => path.endsWith('/result-opened')).map(({ path }) => path);

test('when a new result is opened, then the server notes it once, and the others that are new are rows below', async () => {
  const { api } = open(fresh(1, 'Aisyah'), [], { others: [fresh(2, 'Umar')] });
  await waitFor(() => expect(noted(api)).toEqual([`/api/registrations/${ID}/result-opened`]));
  const others = within(screen.getByRole('list', { name: 'Hasil lain yang baru' }));
  expect(others.getByRole('link', { name: 'Umar' }).getAttribute('href')).toBe(`/hasil/${idOf(202)}`);
  expect(others.getByText('Baru')).toBeTruthy();
  expect(noted(api)).toHaveLength(1);
});

test.each([
  ['was opened before', fresh(1, 'Aisyah'), [{ registration_id: ID, opened_at: '2999-01-01T00:00:00.000Z' }]],
  ['is old', anOwnResult({ published_at: '2020-01-01T00:00:00.000Z' }), []],
])('when a result %s, then nothing is noted', async (_what, result, opened) => {
  const { api } = open(result, [], { opened });
  await screen.findByText('Alhamdulillah');
  expect(noted(api)).toEqual([]);
});

test('when several results are new, then the list leads to each and marks it, without saying how it ended', async () => {
  fakeApi(
    answers(
      [fresh(1, 'Aisyah'), fresh(2, 'Umar'), fresh(3, 'Fatih')],
      [],
      [{ registration_id: idOf(203), opened_at: '2999-01-01T00:00:00.000Z' }],
    ),
  );
  renderPage(<ResultsPage />, { user: aUser({ role: 'wali_murid' }) });
  expect(await screen.findByText(/^2 hasil observasi baru\./u)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Aisyah.*Baru$/u),
    expect.stringMatching(/^Umar.*Baru$/u),
    expect.stringMatching(/^Fatih(?!.*Baru)/u),
  ]);
  expect(screen.queryByText(/diterima|ditolak/iu)).toBeNull();
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

const ended = (text: string) => ({
  kind: 'none',
  offer: null,
  waitlist: null,
  history: [{ at: '2026-12-01T03:00:00.000Z', text }],
});

test.each([
  ['waitlisted', 'waitlisted', 'Aisyah masuk daftar tunggu', 'Daftar tunggu, urutan 3'],
  ['waitlisted', 'passed', 'Aisyah sekarang diterima', 'Alhamdulillah'],
  ['waitlisted', 'failed', 'Pendaftaran Aisyah', /Daftar tunggu sudah ditutup/u],
  ['passed', 'released', 'Pendaftaran Aisyah', 'Kursi dilepas atas permintaan Anda.'],
] as const)(
  'when the result was %s and the stage is %s now, then the page says what holds now, the day of publication beneath',
  async (result, stage, heading, words) => {
    open(anOwnResult({ result }), [], {
      stage,
      seat:
        stage === 'waitlisted'
          ? { ...ended(''), kind: 'waitlist', waitlist: { position: 3 }, history: [] }
          : ended('Kursi dilepas atas permintaan Anda'),
    });
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText(/Diumumkan 21 November 2026/u)).toBeTruthy();
    if (stage !== 'passed') expect(screen.queryByText('Alhamdulillah')).toBeNull();
    expect(screen.queryByText(/bukan ukuran kemampuan/u)).toBeNull();
  },
);

test.each([
  ['owes nothing', {}, /^Kursi SD .* pesan\. Anda tidak perlu membayar apa pun sekarang\.$/u],
  [
    'owes its fee again',
    { owes: 'fee' },
    /^Kursi SD .* pesan\. Kursi hanya ditawarkan setelah biaya .* lagi\.$/u,
  ],
  ['is not known yet', null, /^Kursi SD .* kami kirim pesan\.$/u],
] as const)(
  'when the family of a waiting child %s, then the page promises no more than that',
  async (_what, owes, words) => {
    const waitlist = owes && { position: 3, ...owes };
    open(anOwnResult({ result: 'waitlisted' }), [], {
      stage: 'waitlisted',
      seat: { kind: 'waitlist', offer: null, waitlist, history: [] },
    });
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

const CHILD = anOwnResult().child.full_name;

test.each([
  [
    'its first bill is there',
    CHILD,
    /^Rp\s8\.000\.137 · tepat sampai angka terakhir, paling lambat 31 Desember 2026$/u,
  ],
  ['the next bill is that of another child', 'Zahra Putri', null],
] as const)(
  'when %s, then only what is to be transferred for this child is named',
  async (_what, child_name, words) => {
    const given = answers([anOwnResult()], [], [], undefined, undefined, {});
    const payment = { invoice_id: idOf(300), child_name, remaining: 8_000_000, due_date: '2026-12-31' };
    const read = JSON.parse(JSON.stringify(given[READ])) as (typeof given)[typeof READ];
    Object.assign(read.body.billing.parent, { next_payment: payment });
    fakeApi({
      ...given,
      [READ]: read,
      'GET /api/config': { body: schoolConfigSchema.parse({ unique_code: { on: true, max: 999 } }) },
      'POST /api/payment-expectations': { body: anExpectation(8_000_000, 137) },
    });
    renderPage(<ResultPage />, {
      user: aUser({ role: 'wali_murid' }),
      path: `/hasil/${ID}`,
      route: '/hasil/:registrationId',
    });
    await screen.findByText('Selanjutnya');
    if (words === null) {
      expect(screen.queryByText(/8\.000\./u)).toBeNull();
      return;
    }
    const exact = await screen.findByText('· tepat sampai angka terakhir');
    expect(exact.parentElement?.textContent).toMatch(words);
  },
);

test('when a result was corrected, then the page says what holds, and both days stand with the letter', async () => {
  open(
    anOwnResult({
      first_published_at: '2026-11-18T03:00:00.000Z',
      individual_note: 'Mohon maaf atas kekeliruan kami.',
    }),
  );
  expect(await screen.findByRole('heading', { name: 'Aisyah diterima' })).toBeTruthy();
  expect(screen.getByText('Mohon maaf atas kekeliruan kami.')).toBeTruthy();
  expect(screen.getByText(/Diumumkan 18 November 2026 · Dikoreksi 21 November 2026/u)).toBeTruthy();
});
