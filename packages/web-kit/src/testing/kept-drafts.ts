/** Stands for `idb-keyval` in the tests of screens (jest.config.mjs): jsdom has no IndexedDB, so there is no storage unless a test file wants it. */
export const device = { hasStorage: false };
const drafts = new Map<string, unknown>();

async function inStorage<T>(work: () => T): Promise<T> {
  if (!device.hasStorage) throw new Error('no storage');
  return work();
}

export const createStore = () => 'drafts';
export const get = (key: string) => inStorage(() => drafts.get(key));
export const set = (key: string, value: unknown) => inStorage(() => void drafts.set(key, value));
export const del = (key: string) => inStorage(() => void drafts.delete(key));
export const clear = () => inStorage(() => drafts.clear());

/** Gives the tests of this file a device with storage, empty before each; returns what it keeps. */
export function keepDrafts(): Map<string, unknown> {
  beforeEach(() => {
    device.hasStorage = true;
    drafts.clear();
  });
  afterAll(() => {
    device.hasStorage = false;
  });
  return drafts;
}
