import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { screen } from '@testing-library/react';
import { aLine } from '../../test/bank-samples.ts';
import { id } from '../../test/samples.ts';
import { Doubt } from './line-doubt.tsx';

const LINES = 'GET /api/admin/bank-lines';
const show = (change: Parameters<typeof aLine>[0], found: readonly unknown[] = []) => {
  fakeApi({ [LINES]: { body: found, headers: { 'x-total-count': String(found.length) } } });
  renderPage(<Doubt line={aLine(change)} />, { path: '/admin/bank', user: aUser({ role: 'finance' }) });
};

describe('a line in doubt', () => {
  test('when it may be another one, then the words of that one stand beside it, with what to do', async () => {
    const other = aLine({ id: id(95), description: 'TRSF CR RINA WATI', status: 'booked' });
    show({ doubt: 'maybe_same', doubt_line_id: other.id }, [other]);
    expect(await screen.findByText(/TRSF CR RINA WATI/u)).toBeTruthy();
    expect(screen.getByText('Mungkin baris yang sama')).toBeTruthy();
    expect(screen.getByText(/20 Nov 2026, Dibukukan/u)).toBeTruthy();
    expect(screen.getByText(/sisihkan baris ini; bila dua, bukukan/u)).toBeTruthy();
  });

  test('when the other one is gone, then that is said', async () => {
    show({ doubt: 'maybe_same', doubt_line_id: id(95) });
    expect(await screen.findByText(/tidak dapat dimuat/u)).toBeTruthy();
  });

  test('when its amount went out again, then it is said where to look', () => {
    show({ doubt: 'taken_back', doubt_line_id: id(96) });
    expect(screen.getByText(/ditarik kembali sebelum membukukan/u)).toBeTruthy();
  });
});
