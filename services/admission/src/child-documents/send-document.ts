import { assertEdge } from '@gerbang/domain/transitions';
import { DOCUMENT_MACHINE } from '@gerbang/domain/child-documents';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { noChild } from '../registration-record/child-rules.ts';
import { isChildLocked } from '../registration-record/children.repository.ts';
import type { Context } from '../context.ts';
import {
  attachPages,
  insertVersion,
  keepChild,
  lockDocument,
  lockPages,
} from './child-documents.repository.ts';
import { maySend } from './child-documents.view.ts';
import type { TypeRecord } from './document-types.repository.ts';
import { openType } from './document-rules.ts';
import { publishChange } from './publish-completeness.ts';

interface Sending {
  /** The row of the authorization table, which the key of a repeat belongs to. */
  readonly route: string;
  readonly by: 'family' | 'staff';
  readonly childId: string;
  readonly typeKey: string;
  readonly body: { readonly files: readonly string[]; readonly note?: string | null | undefined };
}

/** Locks the pages and refuses what is no free page of the caller's own, in the shape that the type takes. */
async function refusePages(
  trx: Db,
  caller: Caller,
  type: TypeRecord,
  files: readonly string[],
): Promise<void> {
  if (files.length > type.max_files) {
    throw refusedField('too_many_files', 'files', `Paling banyak ${type.max_files} halaman`);
  }
  const own = new Map((await lockPages(trx, caller.id, files)).map((file) => [file.id, file]));
  for (const [at, id] of files.entries()) {
    const page = own.get(id);
    const path = `files.${at}`;
    // The same sentence for another person's file and for none, so that ids cannot be tried out.
    if (!page) throw refusedField('not_your_file', path, 'File tidak dapat dipakai. Unggah kembali filenya.');
    if (page.attached_at !== null || files.indexOf(id) !== at) {
      throw refusedField('file_used', path, 'File ini sudah dipakai. Unggah kembali filenya.');
    }
    if (type.accepts === 'image' && !page.media_type.startsWith('image/')) {
      throw refusedField('file_type', path, 'Dokumen ini harus berupa foto.');
    }
  }
}

/**
 * Keeps a version of a child's document, sent by its family or by staff on its behalf, and lets it wait for its review. An
 * approved version counts until the new one is decided. 404 for a child of another family; 409 `type_closed`, `locked`; 422
 * `too_many_files`, `not_your_file`, `file_used`, `file_type`. A repeat with the same key gets the first answer.
 */
export async function sendDocument(context: Context, caller: Caller, sending: Sending) {
  const { columns, now } = context;
  const { route, by, childId, typeKey, body } = sending;
  requireKey(caller);
  return onceBy(context, caller, { route, body: { childId, typeKey, ...body } }, async (trx) => {
    const child = await keepChild(trx, childId);
    if (!child || (by === 'family' && child.family_user_id !== caller.id)) throw noChild();
    const type = await openType(trx, sending);
    const present = await lockDocument(trx, childId, type);
    if (!maySend(type, present.status, await isChildLocked(trx, childId))) {
      throw conflict(
        'locked',
        'Dokumen ini sudah diterima dan tidak dapat diubah lagi karena daftar ulang sudah diproses.',
      );
    }
    await refusePages(trx, caller, type, body.files);
    const { to } = assertEdge(DOCUMENT_MACHINE, present.status, { action: 'send', by });
    await attachPages(trx, body.files, { record_id: present.id, family_user_id: child.family_user_id });
    const actor = await actorOf(trx, caller);
    const id = uuidv7();
    const number = (present.current_version ?? 0) + 1;
    await insertVersion(trx, present, {
      id,
      document_id: present.id,
      number,
      files: body.files,
      note: body.note ? columns.seal('document_versions', 'note', id, body.note) : null,
      sent_by_id: caller.id,
      sent_by_name: actor.name,
      sent_by_role: caller.role,
      sent_at: now(),
    });
    await audit(trx, {
      action: by === 'family' ? 'document.sent' : 'document.sent_on_behalf',
      actor,
      subject: present.id,
      details: {
        child_id: childId,
        document_type: typeKey,
        sending: number,
        document_status: present.status,
        pages: body.files.length,
      },
      origin: caller.origin,
    });
    await publishChange(context, trx, childId, [present, { ...present, status: to }]);
    return { status: to, number };
  });
}
