import type { EventPayload } from '@gerbang/contracts/events';
import type { Result } from '@gerbang/domain/announcements';
import type { Role } from '@gerbang/domain/roles';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import {
  type AnnouncementRecord,
  findAnnouncement,
  insertAnnouncement,
} from '../announcements/announcements.repository.ts';
import { announcementText } from '../announcements/announcements.view.ts';
import {
  type CorrectionRecord,
  decideCorrection,
  firstPublished,
  lockCorrection,
  replaceResult,
} from './result-corrections.repository.ts';

const TITLE_MAX = 200;

const titleOf = ({ title, corrects_id }: AnnouncementRecord): string =>
  corrects_id === null ? `Koreksi: ${title}`.slice(0, TITLE_MAX) : title;

/** The text that the family reads with the correction: the letter of the first announcement, and since when it stands. */
export function correctedText(first: AnnouncementRecord): EventPayload<'results.told'>['text'] {
  const since = firstPublished(first);
  if (since === null) throw new Error('an announcement that is not published is corrected');
  return { ...announcementText(first), title: titleOf(first), first_published_at: since.toISOString() };
}

/** What admission has applied, at which moment, and who approved it. */
interface Applied {
  readonly at: Date;
  readonly by: { readonly id: string; readonly name: string | null; readonly role: Role };
  readonly overReason: string | null;
  /** `complete` = the approval itself was cut off. */
  readonly action: 'approve' | 'complete';
}

const countsOf = (result: Result) => ({
  passed_count: Number(result === 'passed'),
  failed_count: Number(result === 'failed'),
  waitlisted_count: Number(result === 'waitlisted'),
});

/** Writes an applied correction down as a published announcement of its own; the first one keeps its text. */
export async function publishCorrection(
  trx: Db,
  correction: CorrectionRecord,
  first: AnnouncementRecord,
  { at, by, overReason, action }: Applied,
): Promise<void> {
  const { id, result, asked_by_id, asked_by_name, asked_by_role, asked_at } = correction;
  await insertAnnouncement(trx, {
    id,
    title: titleOf(first),
    content: first.content,
    observation_period: first.observation_period,
    jenjang: first.jenjang,
    status: 'published',
    corrects_id: first.id,
    first_published_at: firstPublished(first),
    created_by_id: asked_by_id,
    created_by_name: asked_by_name,
    created_by_role: asked_by_role,
    created_at: asked_at,
    submitted_at: asked_at,
    edited_by: [asked_by_id],
    reviewed_at: at,
    reviewed_by_id: by.id,
    reviewed_by_name: by.name,
    reviewed_by_role: by.role,
    published_at: at,
    published_by_id: by.id,
    published_by_name: by.name,
    published_by_role: by.role,
    ...countsOf(result),
    told: true,
    applied: true,
  });
  await replaceResult(trx, correction, at);
  await decideCorrection(trx, correction, { action, actor: by, at, overReason });
}

/** The trail's entry about it. */
export const noteOfPublication = (
  { id, announcement_id, registration_id, from_result, result }: CorrectionRecord,
  overReason: string | null,
): AuditNote => ({
  action: 'result_correction.published',
  subject: id,
  details: {
    announcement_id,
    registration_id,
    result: { from: from_result, to: result },
    ...(overReason !== null && { over_capacity: overReason }),
  },
});

/** Does the same for one whose approval was cut off after admission had applied it; mostly there is nothing left to do. */
export async function completeCorrection(
  trx: Db,
  { correction_id, published_at, approved_by, over_reason }: EventPayload<'result.corrected'>,
): Promise<void> {
  const correction = await lockCorrection(trx, correction_id);
  if (!correction || correction.status === 'published') return;
  const first = await findAnnouncement(trx, correction.announcement_id);
  if (!first) throw new Error('a corrected announcement is gone');
  await publishCorrection(trx, correction, first, {
    at: new Date(published_at),
    by: approved_by,
    overReason: over_reason,
    action: 'complete',
  });
  await audit(trx, { ...noteOfPublication(correction, over_reason), actor: approved_by });
}
