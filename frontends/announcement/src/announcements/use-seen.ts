import { readDraft, saveDraft } from '@gerbang/web-kit/drafts';
import { useEffect, useState } from 'react';

const formOf = (announcementId: string) => `announcement-seen-${announcementId}`;

/** Which results of a draft its editor has looked at, as this device remembers; null where it does not. */
async function recallSeen(userId: string, announcementId: string): Promise<ReadonlySet<string> | null> {
  const kept = await readDraft(userId, formOf(announcementId), Date.now());
  return kept ? new Set((kept.values['seen'] ?? '').split(' ').filter(Boolean)) : null;
}

/** Remembers them by the ids of their registrations. */
export async function rememberSeen(
  userId: string,
  announcementId: string,
  registrationIds: readonly string[],
): Promise<void> {
  await saveDraft(userId, formOf(announcementId), { seen: registrationIds.join(' ') }, Date.now());
}

/** What this device remembers of them: null where it has no memory, undefined while it is read. */
export function useSeen(
  userId: string | undefined,
  announcementId: string,
): ReadonlySet<string> | null | undefined {
  const [seen, setSeen] = useState<ReadonlySet<string> | null | undefined>(undefined);
  useEffect(() => {
    if (userId === undefined) return;
    let gone = false;
    void recallSeen(userId, announcementId).then((found) => (gone ? undefined : setSeen(found)));
    return () => {
      gone = true;
    };
  }, [userId, announcementId]);
  return seen;
}
