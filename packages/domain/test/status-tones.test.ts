import { announcementTone, resultTone } from '../src/status-tones.ts';
import { announcementActions, ANNOUNCEMENT_STATUSES, RESULTS } from '../src/announcements.ts';
import type { Role } from '../src/roles.ts';

const tonesFor = (role: Role, author = false) =>
  ANNOUNCEMENT_STATUSES.map((status) =>
    announcementTone(status, announcementActions(status, { role, author, fourEyes: true })),
  );

test.each([
  ['cs', false, ['neutral', 'info', 'info', 'attention', 'success']],
  ['it', false, ['neutral', 'info', 'info', 'attention', 'success']],
  ['manager_pendidikan', false, ['neutral', 'attention', 'attention', 'neutral', 'success']],
  ['admin', false, ['neutral', 'attention', 'attention', 'attention', 'success']],
  ['admin', true, ['neutral', 'info', 'attention', 'attention', 'success']],
] as const)(
  'when %s looks (author: %s), then attention is what waits for that person',
  (role, author, tones) => {
    expect(tonesFor(role, author)).toEqual(tones);
  },
);

test('when a result is shown, then neither is red', () => {
  expect(RESULTS.map(resultTone)).toEqual(['success', 'neutral', 'neutral']);
});
