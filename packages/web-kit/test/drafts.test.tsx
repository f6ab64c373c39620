import { device, keepDrafts } from '../src/testing/kept-drafts.ts';
import { forgetDraft, forgetDrafts, readDraft, saveDraft } from '../src/forms/drafts.ts';

const kept = keepDrafts();

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 21);

test('when a draft is kept, then only its user finds it, for 7 days', async () => {
  expect(await saveDraft('u1', 'profile', { father_name: 'Ahmad' }, NOW)).toBe(true);
  expect(await readDraft('u1', 'profile', NOW + 7 * DAY)).toEqual({
    values: { father_name: 'Ahmad' },
    savedAt: NOW,
  });
  expect(await readDraft('u2', 'profile', NOW)).toBeNull();
  expect(await readDraft('u1', 'profile', NOW + 7 * DAY + 1)).toBeNull();
  expect(kept.size).toBe(0);
});

test('when a form is sent or its user leaves, then its draft and then all drafts are gone', async () => {
  await saveDraft('u1', 'profile', { father_name: 'Ahmad' }, NOW);
  await saveDraft('u1', 'child-new', { full_name: 'Umar' }, NOW);
  await forgetDraft('u1', 'profile');
  expect([...kept.keys()]).toEqual(['u1:child-new']);
  await forgetDrafts();
  expect(kept.size).toBe(0);
});

test('when the device keeps nothing, then there are no drafts and no error', async () => {
  device.hasStorage = false;
  expect(await saveDraft('u1', 'profile', {}, NOW)).toBe(false);
  expect(await readDraft('u1', 'profile', NOW)).toBeNull();
  await expect(forgetDrafts()).resolves.toBeUndefined();
});
