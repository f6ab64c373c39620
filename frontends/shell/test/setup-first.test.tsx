import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { publicInfo } from '../src/public-info.ts';
import { arrivedAt, aUser, renderApp } from './render-app.tsx';

// A part of the frame comes late, as on a slow line: what was drawn beside it is thrown away and drawn anew.
const mockPart = { late: Promise.withResolvers<void>(), here: false, missed: 0 };
jest.mock('../src/layout/app-frame.tsx', () => ({
  appFrame:
    async () =>
    ({ children }: { children: ReactNode }) => {
      function Late() {
        if (mockPart.here) return null;
        mockPart.missed += 1;
        throw mockPart.late.promise;
      }
      return (
        <>
          {children}
          <Late />
        </>
      );
    },
}));
jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async (area: string) => ({
    routes: { '/dashboard': () => `kartu ${area}`, '/admin/setup': () => 'penyiapan' },
  }),
  forgetRoutes: () => undefined,
}));

beforeAll(() => void Object.assign(publicInfo, { notice: 'Portal sedang disiapkan.' }));

test('when the school is not open and the dashboard is drawn twice before it is shown, then staff are led to the set-up', async () => {
  renderApp('/dashboard', aUser({ role: 'admin' }));
  await waitFor(() => expect(mockPart.missed).toBeGreaterThan(0));
  mockPart.here = true;
  mockPart.late.resolve();
  expect(await screen.findByText('penyiapan')).toBeTruthy();
  await arrivedAt('/admin/setup');
});
