import { DOCUMENT_STATUSES } from '../src/child-documents.ts';
import { announcementTone, documentTone, resultTone } from '../src/status-tones.ts';
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

test.each([
  ['parent', ['neutral', 'info', 'success', 'attention', 'neutral', 'success']],
  ['staff', ['neutral', 'attention', 'success', 'info', 'neutral', 'success']],
] as const)('when %s looks at a document, then attention is what they must act on', (viewer, tones) => {
  expect(DOCUMENT_STATUSES.map((status) => documentTone(status, viewer))).toEqual(tones);
});
