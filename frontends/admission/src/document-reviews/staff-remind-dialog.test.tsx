import { renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { documentId } from '../../test/document-samples.ts';
import { RemindDialog } from './staff-remind-dialog.tsx';

const REMIND = 'POST /api/admin/documents/remind';
const ROWS = [
  { id: documentId(1), name: 'Umar Faruq · PSB-2026-SD-00001' },
  { id: documentId(2), name: 'Aisyah Putri · PSB-2026-SD-00002' },
];

function show(answer: Parameters<typeof fakeApi>[0][string]) {
  const api = fakeApi({ [REMIND]: answer });
  const closed: boolean[] = [];
  const page = renderPage(<RemindDialog rows={ROWS} onClose={(sent) => closed.push(sent)} />);
  return { api, closed, ...page };
}

const dialogOf = async () =>
  within(await screen.findByRole('dialog', { name: 'Ingatkan 2 pendaftaran akan dokumennya?' }));

test('when several registrations are reminded, then one call carries them, and what was skipped is said', async () => {
  const { api, closed, type } = show({ status: 202, body: { sent: 1, skipped: 1 } });
  const dialog = await dialogOf();
  expect(dialog.getByText('Aisyah Putri · PSB-2026-SD-00002')).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Ingatkan keluarga' }));
  expect(await dialog.findByText('1 keluarga diingatkan.')).toBeTruthy();
  expect(dialog.getByText(/^1 dilewati: /u)).toBeTruthy();
  expect(api.bodies(REMIND)).toEqual([{ registration_ids: ROWS.map(({ id }) => id) }]);
  const [closer] = dialog.getAllByRole('button', { name: 'Tutup' }).slice(-1);
  if (closer) await type.click(closer);
  expect(closed).toEqual([true]);
});

test('when the call fails, then a second try carries the same key', async () => {
  const { api, closed, type } = show(refused(503, 'Layanan sibuk.'));
  const dialog = await dialogOf();
  const send = dialog.getByRole('button', { name: 'Ingatkan keluarga' });
  await type.click(send);
  await dialog.findByRole('alert');
  await type.click(send);
  const keys = api.asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await type.click(dialog.getByRole('button', { name: 'Batal' }));
  expect(closed).toEqual([false]);
});
