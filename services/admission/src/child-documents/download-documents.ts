import { audit } from '@gerbang/service-kit/audit/audit';
import { lockRecentActions } from '@gerbang/service-kit/audit/recent-actions';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { notFound, tooMany } from '@gerbang/service-kit/http/problems';
import { type ZipEntry, zipStream } from '@gerbang/service-kit/http/zip';
import type { Context } from '../context.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { approvedPages, type ApprovedPage, registrationOf } from './download-documents.repository.ts';

const A_MINUTE = 5;
const MINUTE_SECONDS = 60;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** `{number}_{type}_{page}.{extension}`: no name of a person. */
const nameOf = (number: string, { key, page, media_type }: ApprovedPage) =>
  `${number}_${key}_${page}.${EXTENSIONS[media_type] ?? 'bin'}`;

/** Notes a download in the trail before its first byte; 429 over the minute's limit. */
async function noteDownload(
  trx: Db,
  caller: Caller,
  id: string,
  childId: string,
  pages: number,
): Promise<void> {
  const action = 'document.exported';
  const recent = await lockRecentActions(trx, { actorId: caller.id, action, minutes: 1 });
  if (recent >= A_MINUTE) throw tooMany(MINUTE_SECONDS);
  await audit(trx, {
    action,
    actor: await actorOf(trx, caller),
    subject: id,
    details: { child_id: childId, pages },
    origin: caller.origin,
  });
}

/**
 * The approved documents of a registration as an archive that is made while it is sent. 404 without one, 429 over the
 * minute's limit.
 */
export async function downloadDocuments(context: Context, caller: Caller, id: string) {
  const { store, log } = context;
  const { registration, pages } = await context.database.transaction(async (trx) => {
    const found = await registrationOf(trx, id);
    if (!found) throw noRegistration();
    const approved = await approvedPages(trx, found);
    if (approved.length === 0) throw notFound('Belum ada dokumen yang diterima.');
    await noteDownload(trx, caller, id, found.child_id, approved.length);
    return { registration: found, pages: approved };
  });
  const number = registration.registration_number.replace(/[^\w.-]/gu, '-');
  const entries = pages.map(
    (page): ZipEntry => ({
      name: nameOf(number, page),
      open: async () => {
        const found = await store.get(page.file_id);
        if (found) return found.stream;
        log.error({ event: 'file_without_bytes', id: page.file_id });
        throw new Error('A file has no bytes');
      },
    }),
  );
  return { stream: zipStream(entries), name: `${number}.zip` };
}
