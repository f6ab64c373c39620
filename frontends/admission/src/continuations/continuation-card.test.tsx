import type { Continuation } from '@gerbang/contracts/continuations';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen } from '@testing-library/react';
import { ContinuationCard } from './continuation-card.tsx';

const QUESTION: Continuation = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  child: { id: '0199aaaa-0000-7000-8000-000000000002', full_name: 'Aisyah Putri' },
  academic_year: '2027/2028',
  jenjang: 'SD',
  kelas: '1',
  deadline: '2027-02-20',
  fee: 275_000,
  answer: null,
  may_answer: true,
  registration_id: null,
};
const LIST = 'GET /api/continuations';
const SAY = `PUT /api/continuations/${QUESTION.id}`;

function show(questions: readonly Continuation[]) {
  const api = fakeApi({ [LIST]: { body: questions }, [SAY]: { body: QUESTION } });
  const user = aUser({ role: 'wali_murid' });
  return { api, ...renderPage(<ContinuationCard />, { path: '/dashboard', user }) };
}

test('when a family is asked, then it answers in one tap, and a refusal leaves the question', async () => {
  const { api, client, type } = show([QUESTION]);
  // As /registrations has read them a moment ago.
  client.setQueryData(['registrations', 'list'], []);
  expect(await screen.findByText(/^Apakah Aisyah Putri melanjutkan ke SD/u)).toBeTruthy();
  expect(
    screen.getByText(/^Jawab paling lambat 20 Februari 2027\. Biaya pendaftaran Rp\s?275\.000\.$/u),
  ).toBeTruthy();
  api.answer(SAY, refused(409, 'Batas menjawab sudah lewat.', { code: 'too_late' }));
  await type.click(screen.getByRole('button', { name: 'Tidak, Aisyah Putri tidak melanjutkan' }));
  await findToast('Jawaban belum tersimpan', 'Batas menjawab sudah lewat.');
  api.answer(SAY, { body: { ...QUESTION, answer: 'yes' } });
  await type.click(screen.getByRole('button', { name: 'Ya, Aisyah Putri melanjutkan' }));
  await findToast('Jawaban tersimpan', 'Pendaftarannya sudah dibuat dari data anak.');
  expect(api.bodies(SAY)).toEqual([{ answer: 'no' }, { answer: 'yes' }]);
  expect(client.getQueryState(['registrations', 'list'])?.isInvalidated).toBe(true);
});

test('when a family has said no, then only a yes is offered', async () => {
  show([{ ...QUESTION, answer: 'no' }]);
  expect(await screen.findByText(/^Anda menjawab tidak\./u)).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
