import { forgetDraft, readDraft, saveDraft } from '@gerbang/web-kit/forms/drafts';
import { beforeLogout, useSession } from '@gerbang/web-kit/session/session';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCheckInChanges } from './check-ins.api.ts';
import { type Mark, type Marks, PresenceQueue } from './presence-queue.ts';

/** A browser does not always say that there is a network again. */
const AGAIN_MS = 10_000;

async function keptMarks(userId: string, form: string): Promise<Marks> {
  const draft = await readDraft(userId, form, Date.now());
  const texts = Object.entries(draft?.values ?? {});
  return Object.fromEntries(texts.map(([booking, mark]) => [booking, JSON.parse(mark) as Mark]));
}

async function keepMarks(userId: string, form: string, marks: Marks): Promise<boolean> {
  const all = Object.entries(marks);
  if (all.length > 0) {
    const values = Object.fromEntries(all.map(([booking, mark]) => [booking, JSON.stringify(mark)]));
    return saveDraft(userId, form, values, Date.now());
  }
  await forgetDraft(userId, form);
  return true;
}

/** The marks of a slot that are not with the server yet; they are sent by themselves, also after a reload of the page. */
export function usePresenceQueue(slotId: string) {
  const { user } = useSession();
  const { mark, show } = useCheckInChanges(slotId);
  const [queue] = useState(() => {
    const [userId, form] = [user?.id ?? '', `check-ins:${slotId}`];
    return new PresenceQueue({
      read: () => keptMarks(userId, form),
      write: (marks) => keepMarks(userId, form, marks),
      send: (booking, one) => mark.mutateAsync({ booking, mark: one }),
      show,
    });
  });
  const marks = useSyncExternalStore(queue.subscribe, queue.marks);
  const kept = useSyncExternalStore(queue.subscribe, queue.isKept);
  useEffect(() => {
    const send = () => void queue.flush();
    send();
    const timer = setInterval(send, AGAIN_MS);
    globalThis.addEventListener('online', send);
    beforeLogout.add(queue.flush);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', send);
      beforeLogout.delete(queue.flush);
    };
  }, [queue]);
  return { queue, marks, kept };
}
