import type { SealedText } from './sealed-texts.ts';
import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;

/** What staff type for a family at the counter is kept for a day and sealed for the session, a family's own for a week. */
const isCounter = (form: string): boolean => form.startsWith('counter-');
const lifeOf = (form: string): number => (isCounter(form) ? DAY : WEEK);

/** An unfinished form as it is kept on the device. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** Moment of saving, in milliseconds. */
  readonly savedAt: number;
}

/** Where the tab keeps the key of its session's sealed drafts. */
const SEAL_NAME = 'gerbang-drafts';

interface Kept extends Pick<Draft, 'savedAt'> {
  readonly values: Draft['values'] | SealedText;
}

// Only the counter's pages load it.
const sealing = () => import('./sealed-texts.ts');
const isSealed = (values: Kept['values']): values is SealedText => values['iv'] instanceof Uint8Array;

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
  const kept = await quietly((drafts) => get<Kept>(key, drafts));
  if (!kept) return null;
  const { values, savedAt } = kept;
  if (now - savedAt <= lifeOf(form)) {
    if (!isSealed(values)) return { values, savedAt };
    const text = await quietly(async () => (await sealing()).openText(SEAL_NAME, values));
    // One of another session is as good as gone.
    if (text !== undefined) return { values: JSON.parse(text) as Draft['values'], savedAt };
  }
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
  const keep = async (drafts: UseStore) => {
    const kept = isCounter(form)
      ? await (await sealing()).sealText(SEAL_NAME, JSON.stringify(values))
      : values;
    await set(keyOf(userId, form), { values: kept, savedAt: now } satisfies Kept, drafts);
    return true;
  };
  return (await quietly(keep)) ?? false;
}

/** Forgets one draft: after its form was sent. */
export async function forgetDraft(userId: string, form: string): Promise<void> {
  await quietly((drafts) => del(keyOf(userId, form), drafts));
}

/** Forgets all drafts of this device: at logout. */
export async function forgetDrafts(): Promise<void> {
  await quietly((drafts) => clear(drafts));
  await quietly(async () => sessionStorage.removeItem(SEAL_NAME));
}
