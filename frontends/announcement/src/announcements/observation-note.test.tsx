import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { aResult, anAnnouncement, aStudent, idOf } from '../../test/samples.ts';
import { CreatePage } from './create-page.tsx';
import { DetailPage } from './detail-page.tsx';

const LOW = { average: 2.125, spread: 1.2, recommendations: { dipertimbangkan: 1, tidak_disarankan: 1 } };
const HIGH = { average: 3.2, spread: null, recommendations: { disarankan: 1 } };
const NAMES = /Aisyah Putri|Umar Faruq|Zaid Abdullah/u;
const order = () =>
  screen.getAllByRole('row').flatMap(({ textContent: text }) => (NAMES.exec(text ?? '') ?? []).slice(0, 1));
const AS_LISTED = ['Aisyah Putri', 'Umar Faruq', 'Zaid Abdullah'];

function openForm(observations: readonly (typeof LOW | typeof HIGH | undefined)[]) {
  const students = AS_LISTED.map((name, at) => ({
    ...aStudent(at + 1, name),
    ...(observations[at] && { observation: observations[at] }),
  }));
  const WAITING = 'GET /api/admin/announcements/students-waiting/SD';
  fakeApi({ [WAITING]: { body: students } });
  const page = { path: '/admin/announcements/create', user: aUser({ role: 'staff_pendidikan' }) };
  renderPage(<CreatePage />, page);
  fireEvent.change(screen.getByLabelText(/^Jenjang/u), { target: { value: 'SD' } });
}

test('when assessors wrote sheets, then the form says what they said together, and sorts by it', async () => {
  openForm([LOW, undefined, HIGH]);
  expect((await screen.findByText(/^Rata-rata 2,13/u)).textContent).toBe(
    'Rata-rata 2,13 · selisih 1,2 · dipertimbangkan 1, tidak disarankan 1 Penilai berbeda pendapat',
  );
  expect(screen.getByText(/^Rata-rata 3,2/u).textContent?.trim()).toBe('Rata-rata 3,2 · disarankan 1');
  expect(order()).toEqual(AS_LISTED);
  fireEvent.click(screen.getByRole('button', { name: 'Urut menurut rata-rata', pressed: false }));
  expect(order()).toEqual(['Zaid Abdullah', 'Aisyah Putri', 'Umar Faruq']);
  fireEvent.click(screen.getByRole('button', { name: 'Urut menurut rata-rata', pressed: true }));
  expect(order()).toEqual(AS_LISTED);
});

test('when no assessor wrote a sheet, then the form has nothing of it', async () => {
  openForm([]);
  await screen.findByText('Zaid Abdullah');
  expect(screen.queryByText(/^Rata-rata/u)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Urut menurut rata-rata' })).toBeNull();
});

test('when the head looks at an announcement, then each child has what assessors said, and the order can follow it', async () => {
  const results = [
    aResult(1, 'Aisyah Putri', { observation: LOW }),
    aResult(2, 'Umar Faruq'),
    aResult(3, 'Zaid Abdullah', { observation: HIGH }),
  ];
  fakeApi({
    [`GET /api/admin/announcements/${idOf(1)}`]: {
      body: anAnnouncement({ status: 'pending_review', results }),
    },
  });
  renderPage(<DetailPage />, {
    path: `/announcement/${idOf(1)}`,
    route: '/announcement/:id',
    user: aUser({ role: 'manager_pendidikan' }),
  });
  expect(await screen.findByText('Penilai berbeda pendapat')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Urut menurut rata-rata' }));
  expect(order()).toEqual(['Zaid Abdullah', 'Aisyah Putri', 'Umar Faruq']);
});
