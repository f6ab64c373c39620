import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';
import { device, keepDrafts } from '../src/testing/kept-drafts.ts';
import { forgetDraft, forgetDrafts, readDraft, saveDraft } from '../src/forms/drafts.ts';

const kept = keepDrafts();

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(globalThis, { TextDecoder, TextEncoder });
});

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

test('when staff type at the counter, then the draft is sealed for the session of the tab, for a day, and gone at the logout', async () => {
  const values = { name: 'Ibu Rahmawati', phone: '0812-3456-7890' };
  expect(await saveDraft('cs1', 'counter-new', values, NOW)).toBe(true);
  expect(JSON.stringify([...kept.values()])).not.toMatch(/Rahma|3456-7890/u);
  expect(kept.get('cs1:counter-new')).toMatchObject({ values: { iv: expect.any(Uint8Array) }, savedAt: NOW });
  expect(await readDraft('cs1', 'counter-new', NOW + DAY)).toEqual({ values, savedAt: NOW });

  // Another tab, or one after the logout, has another key.
  const key = String(sessionStorage.getItem('gerbang-drafts'));
  sessionStorage.clear();
  expect(await readDraft('cs1', 'counter-new', NOW)).toBeNull();
  expect(kept.size).toBe(0);

  sessionStorage.setItem('gerbang-drafts', key);
  await saveDraft('cs1', 'counter-new', values, NOW);
  expect(await readDraft('cs1', 'counter-new', NOW + DAY + 1)).toBeNull();
  await saveDraft('cs1', 'counter-new', values, NOW);
  await forgetDrafts();
  expect([kept.size, sessionStorage.length]).toEqual([0, 0]);
});

test('when the browser has no ciphers, then what is typed at the counter is not kept, and there is no error', async () => {
  // This page's own: Node's is one for all files of a worker.
  const value = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes) };
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
  expect(await saveDraft('cs1', 'counter-new', { name: 'Ibu' }, NOW)).toBe(false);
  expect(kept.size).toBe(0);
});
