import { runNode } from '@gerbang/local/child';

jest.setTimeout(3_600_000);

test('when the screens are drawn in every window and theme, then each looks as the one that is kept', async () => {
  const { code, output } = await runNode(['deploy/checks/browser/pictures.ts']);
  expect([code, output]).toEqual([0, expect.stringContaining(', 0 differ')]);
});
