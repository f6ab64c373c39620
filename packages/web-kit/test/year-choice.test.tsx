import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { YearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { cleanup, screen } from '@testing-library/react';

const YEARS = 'GET /api/admin/years';
const aYear = (label: string, state: AcademicYear['state'], registrations = 0): AcademicYear => ({
  label,
  state,
  starts_on: `${label.slice(0, 4)}-07-01`,
  opened: null,
  closed: null,
  registrations,
  version: 1,
});
const years = [
  aYear('2028/2029', 'planned'),
  aYear('2027/2028', 'open'),
  aYear('2026/2027', 'open', 12),
  aYear('2025/2026', 'closed', 40),
];

function Page() {
  const [address, setAddress] = useSearchParams();
  const choice = useYearChoice(address.get('academic_year'));
  return (
    <>
      <YearSelect choice={choice} onChange={(academic_year) => setAddress({ academic_year })} />
      <output>{choice.year === undefined ? 'belum' : (choice.year ?? 'semua')}</output>
    </>
  );
}

function open(path = '/', user = aUser({ role: 'cs' }), body: readonly AcademicYear[] = years) {
  fakeApi({ [YEARS]: { body } });
  return renderPage(<Page />, { path, user });
}
const shows = (text: string) => screen.findByText(text, { selector: 'output' });

beforeEach(() => localStorage.clear());

test('when nothing was chosen, then the newest open year with registrations is shown, and a new one where none has any', async () => {
  open();
  expect(await shows('2026/2027')).toBeTruthy();
  cleanup();
  open('/', aUser({ role: 'cs' }), [aYear('2028/2029', 'planned', 3), aYear('2027/2028', 'open')]);
  expect(await shows('2027/2028')).toBeTruthy();
});

test('when a person chooses, then it is remembered for this person alone, and an address wins over it', async () => {
  const first = open();
  await shows('2026/2027');
  await first.type.selectOptions(screen.getByLabelText('Tahun ajaran'), '2025/2026');
  expect(await shows('2025/2026')).toBeTruthy();
  cleanup();
  open();
  expect(await shows('2025/2026')).toBeTruthy();
  cleanup();
  open('/?academic_year=semua');
  expect(await shows('semua')).toBeTruthy();
  cleanup();
  open('/', aUser({ role: 'cs', id: '0192f0a0-0000-7000-8000-0000000000ff' }));
  expect(await shows('2026/2027')).toBeTruthy();
});

test('when all years are chosen, then that is remembered too', async () => {
  const first = open();
  await shows('2026/2027');
  await first.type.selectOptions(screen.getByLabelText('Tahun ajaran'), 'Semua tahun');
  cleanup();
  open();
  expect(await shows('semua')).toBeTruthy();
});

test('when the chosen year is gone, then the usual one is shown', async () => {
  localStorage.setItem(`gerbang.year.${aUser({ role: 'cs' }).id}`, '2019/2020');
  open();
  expect(await shows('2026/2027')).toBeTruthy();
});

test('when the years cannot be read, then all are shown', async () => {
  fakeApi({ [YEARS]: refused(503, 'Layanan tidak tersedia') });
  renderPage(<Page />, { path: '/', user: aUser({ role: 'cs' }) });
  expect(await shows('semua')).toBeTruthy();
});
