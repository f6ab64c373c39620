import { useCallback, useEffect, useRef, useState } from 'react';
import type { EarlierUpload } from '../files/use-upload.ts';
import { forgetDraft, readDraft, saveDraft } from '../forms/drafts.ts';

/** The form's values, and the uploaded file: its link, its name and the moment of its upload in milliseconds. */
type Kept = Readonly<Record<string, string>>;

const FILE_FIELDS = {
  link: 'payment_evidence_url',
  name: 'payment_evidence_filename',
  at: 'uploaded_at',
} as const;

/** The server removes an upload that nothing uses after 24 hours. */
const FILE_LIVES = 23 * 60 * 60 * 1000;

/** What is kept without a file that the server has removed. */
export function withLivingFile(kept: Kept, now: number): Kept {
  if (now - Number(kept[FILE_FIELDS.at] ?? 0) <= FILE_LIVES) return kept;
  return { ...kept, [FILE_FIELDS.link]: '', [FILE_FIELDS.name]: '' };
}

/** What was typed into this payment's form on this device; undefined while it is read, null = nothing. */
export function useKeptPayment(userId: string, form: string): Kept | null | undefined {
  const [kept, setKept] = useState<Kept | null>();
  useEffect(() => {
    let gone = false;
    void readDraft(userId, form, Date.now()).then((draft) => {
      if (!gone) setKept(draft ? withLivingFile(draft.values, Date.now()) : null);
    });
    return () => {
      gone = true;
    };
  }, [userId, form]);
  return kept;
}

/** The file that was uploaded at an earlier visit and not sent; null = none. */
export function earlierFile(kept: Kept | null): EarlierUpload | null {
  const url = kept?.[FILE_FIELDS.link] ?? '';
  return url === '' ? null : { url, name: kept?.[FILE_FIELDS.name] ?? '' };
}

/** Keeps the form's values on this device as they change; returns what forgets them, for good. */
export function useKeeping(userId: string, form: string, values: Kept): () => void {
  const now = JSON.stringify(values);
  const last = useRef(now);
  const forgotten = useRef(false);
  useEffect(() => {
    if (last.current === now || forgotten.current) return;
    last.current = now;
    void saveDraft(userId, form, JSON.parse(now) as Kept, Date.now());
  }, [userId, form, now]);
  return useCallback(() => {
    forgotten.current = true;
    void forgetDraft(userId, form);
  }, [userId, form]);
}
