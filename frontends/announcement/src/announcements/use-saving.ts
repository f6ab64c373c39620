import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useEffect, useRef, useState } from 'react';
import { useAnnouncementChanges } from './announcements.api.ts';
import { AUTOSAVE_PAUSE } from './autosave-pause.ts';
import { sayDone, sayFailed, sayMissed } from './say.ts';
import type { Editor } from './use-editor.ts';

/** What follows a save: the list, the question before a submission, or the form as it stands. */
export type Then = 'list' | 'submit' | 'stay';

/**
 * Saves the draft: by its buttons, and by itself a few seconds after a change once it is stored. Every save carries the
 * version that was seen, one is on its way at a time, and what the server refused is not sent again before a change.
 */
export function useSaving(
  editor: Editor,
  {
    forget,
    leave,
    onSubmit,
  }: { forget: () => void; leave: () => void; onSubmit: (saved: Announcement) => void },
) {
  const { form, students, values, base } = editor;
  const { create, update, keep } = useAnnouncementChanges();
  const navigate = useNavigate();
  const keyOf = useRepeatKey();
  const [savedAt, setSavedAt] = useState<number | null>(null);
  /** A button that was pressed while a save was on its way. */
  const [wanted, setWanted] = useState<Then | null>(null);
  const state = JSON.stringify([values, editor.results]);
  const [refused, setRefused] = useState<string | null>(null);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);

  const follow = (saved: Announcement, then: Then) => {
    forget();
    if (then === 'stay') return;
    // Nothing is unsaved any more.
    leave();
    if (then === 'submit') onSubmit(saved);
    else void navigate('/admin/announcements');
  };
  const settled = (what: 'create' | 'update', then: Then) => ({
    onSuccess: (saved: Announcement) => {
      sayDone(what === 'create' ? 'created' : 'updated');
      if (then === 'stay') {
        editor.stored(saved);
        setSavedAt(Date.now());
      }
      follow(saved, then);
    },
    onError: (error: Error) => {
      if (staleOf(error) === null) form.fail(error);
      sayFailed(what, error);
    },
  });
  const store = (of: Announcement | null, then: Then) => {
    if (create.isPending || update.isPending) return;
    if (keep.isPending) setWanted(then);
    else if (of === null) {
      const body = editor.creation();
      create.mutate({ body, key: keyOf(body) }, settled('create', then));
    } else if (savedAt !== null && !editor.unsaved) {
      sayDone('updated');
      follow(of, then);
    } else {
      update.mutate({ of, body: editor.change() }, settled('update', then));
    }
  };

  const quiet = editor.unsaved && !editor.missing && values.jenjang === base?.jenjang && students !== null;
  const idle = !create.isPending && !update.isPending && !keep.isPending;
  const stale = staleOf(update.error) ?? staleOf(keep.error);
  const due = quiet && idle && stale === null && wanted === null && state !== refused;
  useEffect(() => {
    if (!due || !base) return;
    const timer = setTimeout(() => {
      keep.mutate(
        { of: base, body: editor.change() },
        {
          onSuccess: (saved) => {
            editor.stored(saved);
            setSavedAt(Date.now());
            setRefused(null);
            // What was typed meanwhile stays on the device.
            if (latest.current === state) forget();
          },
          onError: () => setRefused(state),
        },
      );
    }, AUTOSAVE_PAUSE);
    return () => clearTimeout(timer);
    // The state names everything that is sent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due, state, base]);

  useEffect(() => {
    const again = () => setRefused(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  useEffect(() => {
    if (wanted === null || keep.isPending) return;
    setWanted(null);
    if (stale === null) store(base, wanted);
    // Once, when the save that was on its way has ended.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, keep.isPending]);

  return {
    pending: create.isPending || update.isPending || wanted !== null,
    /** When the server took the draft last by itself. */
    savedAt,
    /** Why the server did not take it; it stays on the device. */
    problem: refused !== null && keep.error && stale === null ? messageOf(keep.error) : null,
    stale,
    /** Saves by a button. */
    save: (then: Exclude<Then, 'stay'>) => {
      if (students === null) sayMissed('list');
      else if (students.length === 0) sayMissed('students');
      else if (then === 'submit' && base && !editor.unsaved && idle) onSubmit(base);
      else store(base, then);
    },
    /** Saves over what another user has stored. */
    over: (present: Announcement) => {
      editor.setBase(present);
      const then = update.error ? 'list' : 'stay';
      update.reset();
      keep.reset();
      update.mutate({ of: present, body: editor.change() }, settled('update', then));
    },
    dismiss: () => {
      update.reset();
      keep.reset();
      setRefused(state);
    },
  };
}
