import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;

/** What staff type for a family at the counter is kept for a day, a family's own for a week. */
const lifeOf = (form: string): number => (form.startsWith('counter-') ? DAY : WEEK);

/** An unfinished form as it is kept on the device. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** Moment of saving, in milliseconds. */
  readonly savedAt: number;
}

let store: UseStore | null = null;

// Storage may be absent, full or forbidden (private windows): then there are no drafts, and no error either.
async function quietly<T>(work: (drafts: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    store ??= createStore('gerbang-drafts', 'drafts');
    return await work(store);
  } catch {
    return undefined;
  }
}

const keyOf = (userId: string, form: string) => `${userId}:${form}`;

/** The draft of a user's form; one older than its life is thrown away. */
export async function readDraft(userId: string, form: string, now: number): Promise<Draft | null> {
  const key = keyOf(userId, form);
  const draft = await quietly((drafts) => get<Draft>(key, drafts));
  if (!draft) return null;
  if (now - draft.savedAt <= lifeOf(form)) return draft;
  await quietly((drafts) => del(key, drafts));
  return null;
}

/** Keeps what was typed; returns whether the device could. Callers never pass NIK, KK, KTP numbers or files. */
export async function saveDraft(
  userId: string,
  form: string,
  values: Readonly<Record<string, string>>,
  now: number,
): Promise<boolean> {
  const draft: Draft = { values, savedAt: now };
  return (await quietly((drafts) => set(keyOf(userId, form), draft, drafts).then(() => true))) ?? false;
}

/** Forgets one draft: after its form was sent. */
export async function forgetDraft(userId: string, form: string): Promise<void> {
  await quietly((drafts) => del(keyOf(userId, form), drafts));
}

/** Forgets all drafts of this device: at logout. */
export async function forgetDrafts(): Promise<void> {
  await quietly((drafts) => clear(drafts));
}
