import { readDraft, saveDraft } from '@gerbang/web-kit/drafts';

const formOf = (announcementId: string) => `announcement-seen-${announcementId}`;

/** Which results of a draft its editor has looked at, as this device remembers; null where it does not. */
export async function recallSeen(
  userId: string,
  announcementId: string,
): Promise<ReadonlySet<string> | null> {
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
