import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, forgetDraft, readDraft, saveDraft } from './drafts.ts';

/** Texts of a form's draft. */
export const draftCopy = {
  title: 'Lanjutkan draf?',
  text: (moment: string) => `Ada isian yang belum disimpan dari ${moment} di perangkat ini.`,
  secret: 'NIK, nomor KTP, dan nomor KK tidak disimpan dalam draf.',
  resume: 'Lanjutkan draf',
  drop: 'Buang draf',
  saved: (time: string) => `Draf tersimpan ${time}`,
} as const;

const PAUSE = 800;

type Texts = Readonly<Record<string, string>>;

const same = (one: Texts, other: Texts) =>
  Object.keys(one).every((name) => (one[name] ?? '') === (other[name] ?? ''));

/**
 * Keeps what is typed into a form on this device: `offered` = a draft of an earlier visit
 * that differs from what is stored, `savedAt` = when the present one was kept. `keep` names the fields that may be kept.
 */
export function useDraft({
  userId,
  form,
  keep,
  values,
  base,
}: {
  userId: string;
  form: string;
  keep: readonly string[];
  /** The present values of the form. */
  values: Texts;
  /** What is stored on the server. */
  base: Texts;
}) {
  const [offered, setOffered] = useState<Draft | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [looked, setLooked] = useState(false);
  const pick = (texts: Texts) => Object.fromEntries(keep.map((name) => [name, texts[name] ?? '']));
  const now = JSON.stringify(pick(values));
  const stored = JSON.stringify(pick(base));
  const begun = useRef(stored);
  const unwritten = useRef<(() => void) | null>(null);

  useEffect(() => {
    let gone = false;
    void readDraft(userId, form, Date.now()).then((draft) => {
      if (gone) return;
      if (draft && !same(draft.values, JSON.parse(begun.current) as Texts)) setOffered(draft);
      setLooked(true);
    });
    return () => {
      gone = true;
    };
  }, [userId, form]);

  useEffect(() => {
    // An earlier draft is not overwritten before its owner has decided on it, or has typed on.
    unwritten.current = null;
    if (!looked || now === stored) return;
    const write = () => {
      unwritten.current = null;
      const moment = Date.now();
      void saveDraft(userId, form, JSON.parse(now) as Texts, moment).then((done) => {
        if (!done) return;
        setSavedAt(moment);
        setOffered(null);
      });
    };
    unwritten.current = write;
    const timer = setTimeout(write, PAUSE);
    return () => clearTimeout(timer);
  }, [looked, now, stored, userId, form]);

  // What was typed last before the form was left.
  useEffect(() => () => unwritten.current?.(), []);

  const forget = useCallback(() => {
    unwritten.current = null;
    setOffered(null);
    setSavedAt(null);
    void forgetDraft(userId, form);
  }, [userId, form]);

  return { offered, savedAt, forget, taken: () => setOffered(null) };
}
