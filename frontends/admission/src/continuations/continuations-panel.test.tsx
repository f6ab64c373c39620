import type { ContinuationGroup } from '@gerbang/contracts/continuations';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aYear, aSchool } from '../../test/samples.ts';
import { ContinuationsPanel } from './continuations-panel.tsx';

const YEAR = aYear();
const NEXT = { ...YEAR, label: '2027/2028', starts_on: '2027-07-01' } as const;
const GROUP: ContinuationGroup = {
  jenjang: 'TK',
  kelas: 'TK B',
  to_jenjang: 'SD',
  to_kelas: '1',
  accepted: 20,
  deadline: '2027-02-20',
  answers: { yes: 11, no: 2, none: 6 },
};
const READ = 'GET /api/admin/years/2026-2027/continue';
const ASK = 'POST /api/admin/years/2026-2027/continue';

function show(role: 'cs' | 'manager_pendidikan', groups: readonly ContinuationGroup[] = [GROUP]) {
  const api = fakeApi({
    [READ]: { body: { answers: GROUP.answers, groups } },
    'GET /api/config': { body: aSchool() },
    [ASK]: ({ body }) =>
      (body as { preview?: boolean }).preview
        ? {
            body: {
              academic_year: NEXT.label,
              jenjang: 'SD',
              kelas: '1',
              fee: 275_000,
              asked: 17,
              already: 3,
            },
          }
        : refused(409, 'Rencanakan tahun ajaran 2027/2028 lebih dahulu.', { code: 'year_state' }),
  });
  const page = <ContinuationsPanel years={[NEXT, YEAR]} />;
  return { api, ...renderPage(page, { path: '/admin/years', user: aUser({ role }) }) };
}

test('when the head asks a class, then the class to go to, part of the fee and observation are sent, and a refusal keeps them', async () => {
  const { api, type } = show('manager_pendidikan');
  const row = within(await screen.findByRole('row', { name: /TK B/u }));
  for (const count of ['20', '11', '2', '6']) expect(row.getByText(count)).toBeTruthy();
  await type.click(row.getByRole('button', { name: /^Tanyakan keluarga/u }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.selectOptions(await dialog.findByLabelText('Kelas tujuan'), '2');
  expect(
    await dialog.findByText(
      'Keluarga dari 17 anak akan ditanya; 3 anak sudah ditanya atau sudah terdaftar. Biaya pendaftarannya Rp 275.000.',
    ),
  ).toBeTruthy();
  const percent = dialog.getByLabelText<HTMLInputElement>(/^Biaya pendaftaran dalam persen/u);
  await type.clear(percent);
  await type.type(percent, '50');
  await type.click(dialog.getByRole('button', { name: 'Tanyakan keluarga' }));
  expect(dialog.getAllByText('Pilih tanggal')).not.toEqual([]);
  await type.click(dialog.getAllByRole('spinbutton')[0] as HTMLElement);
  await type.keyboard('20022027');
  await type.click(dialog.getByRole('button', { name: 'Tanyakan keluarga' }));
  await findToast('Keluarga belum ditanya', 'Rencanakan tahun ajaran 2027/2028 lebih dahulu.');
  expect(percent.value).toBe('50');
  const asked = api.bodies(ASK).filter((body) => !(body as { preview?: boolean }).preview);
  expect(asked).toEqual([
    {
      jenjang: 'TK',
      kelas: 'TK B',
      to_kelas: '2',
      deadline: '2027-02-20',
      fee_percent: 50,
      observation: false,
    },
  ]);
});

test('when other staff look, then they read the answers and cannot ask', async () => {
  show('cs');
  expect(await screen.findByRole('row', { name: /TK B/u })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Tanyakan/u })).toBeNull();
});

test('when no class goes on, then that is said', async () => {
  show('manager_pendidikan', []);
  expect(await screen.findByText('Belum ada anak yang diterima di kelas yang berlanjut.')).toBeTruthy();
});
