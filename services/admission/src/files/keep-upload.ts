import type { PageWarning } from '@gerbang/domain/page-warnings';
import { HEAD_BYTES } from '@gerbang/domain/file-heads';
import { FILE_TYPES, type FilePurpose } from '@gerbang/domain/file-types';
import type { Role } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { readArrived } from '@gerbang/file-store/folders';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import type { Context } from '../context.ts';
import { cleanName, withExtension } from './file-names.ts';
import { insertPrint } from '../proof-alerts/proof-prints.repository.ts';
import { FileChecker } from './file-checker.ts';
import { judgeType } from './file-types.ts';
import type { ImageFit } from './image-rewriter.ts';
import { createSpool, type Spool } from './spool.ts';
import type { Incoming } from './upload-forms.ts';
import { insertFile, knownFiles } from './files.repository.ts';
import { settleUpload } from './uploads.repository.ts';

export interface Files {
  readonly context: Context;
  readonly store: ObjectStore;
  readonly spool: Spool;
  readonly checker: FileChecker;
}

/** Puts together what uploads work with. */
export function createFiles(context: Context, store: ObjectStore): Files {
  return { context, store, spool: createSpool(context.config.FILES_DIR), checker: new FileChecker() };
}

interface Upload {
  readonly file: Incoming;
  readonly purpose: FilePurpose;
  readonly maxBytes: number;
  readonly fit?: ImageFit | undefined;
  readonly uploader: { readonly id: string; readonly role: Role };
  /** The count of this upload, see `reserveUpload`. */
  readonly countId: string;
}

/** A file that was kept, under the name that it got. */
export interface Kept {
  readonly id: string;
  readonly name: string;
  /** What may not be readable on a page of a document. */
  readonly warnings: readonly PageWarning[];
}

/**
 * Checks an upload and keeps it: first the bytes, safely, then the row that makes them a file. What a failure in
 * between leaves is taken away here or by the sweep.
 */
export async function keepUpload(files: Files, upload: Upload): Promise<Kept> {
  const { context, store } = files;
  const { file, purpose, uploader, maxBytes, fit } = upload;
  const id = uuidv7();
  const type = judgeType(file, await file.head(HEAD_BYTES), purpose, uploader.role);
  const prints = purpose === 'payment_evidence';
  const look = purpose === 'child_document';
  const job = { path: file.path, type, maxBytes, out: file.rewritten, fit, prints, look };
  const checked = await files.checker.check(job, uploader.id);
  if (checked.printFailure !== undefined)
    context.log.warn({ event: 'print_failed', id, reason: checked.printFailure });
  const bytes = await readArrived(checked.path);
  await store.put(id, bytes);
  const { media, extensions } = FILE_TYPES[checked.type];
  const name = withExtension(cleanName(file.name), extensions);
  try {
    await context.database.transaction(async (trx) => {
      await insertFile(trx, {
        id,
        uploader_id: uploader.id,
        uploader_role: uploader.role,
        purpose,
        name,
        media_type: media,
        size: bytes.length,
        created_at: context.now(),
      });
      if (prints) await insertPrint(trx, id, checked);
      await settleUpload(trx, upload.countId, file.size);
    });
  } catch (error) {
    // A commit whose confirmation was lost may have kept the row: bytes are deleted only where there is surely none.
    await forget(files, id).catch((cause: unknown) =>
      context.log.warn({ err: cause }, 'bytes wait for the sweep'),
    );
    throw error;
  }
  return { id, name, warnings: checked.warnings };
}

async function forget({ context, store }: Files, id: string): Promise<void> {
  const known = await knownFiles(context.database.knex, [id]);
  if (!known.has(id)) await store.delete(id);
}
