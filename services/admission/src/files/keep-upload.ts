import type { FilePurpose } from '@gerbang/contracts/files';
import type { Role } from '@gerbang/domain/roles';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import { uuidv7 } from 'uuidv7';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import type { Context } from '../context.ts';
import { checkDoc, checkDocx } from './document-checks.ts';
import { checkPdf } from './pdf-check.ts';
import { cleanName, withExtension } from './file-names.ts';
import { FILE_TYPES, type FileType, isImage, judgeType } from './file-types.ts';
import { rewriteImage } from './image-rewriter.ts';
import { createSpool, type Spool } from './spool.ts';
import type { Incoming } from './upload-forms.ts';
import { insertFile, knownFiles } from './files.repository.ts';
import { settleUpload } from './uploads.repository.ts';

/** Files worked on at once; the others wait at most `LONGEST_WAIT_MS`, then get 503. */
const WORK_AT_ONCE = 4;
const LONGEST_WAIT_MS = 8000;
/** JSON bodies in memory at once: 7.2 MB of text each, and the file beside it. */
const JSON_AT_ONCE = 4;

export interface Files {
  readonly context: Context;
  readonly store: ObjectStore;
  readonly spool: Spool;
  readonly work: Semaphore;
  readonly jsonBodies: Semaphore;
}

/** One thread stays free for reading and writing files while images are worked on. */
function workAtOnce(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  return Math.max(1, Math.min(WORK_AT_ONCE, threads - 1));
}

/** Puts together what uploads work with. */
export function createFiles(context: Context, store: ObjectStore): Files {
  return {
    context,
    store,
    spool: createSpool(context.config.FILES_DIR),
    work: new Semaphore(workAtOnce(), LONGEST_WAIT_MS),
    jsonBodies: new Semaphore(JSON_AT_ONCE, LONGEST_WAIT_MS),
  };
}

interface Upload {
  readonly file: Incoming;
  readonly purpose: FilePurpose;
  readonly maxBytes: number;
  readonly uploader: { readonly id: string; readonly role: Role };
  /** The count of this upload, see `reserveUpload`. */
  readonly countId: string;
}

/** The bytes as they are stored: images written anew, documents as they came once nothing speaks against them. */
async function prepare(
  bytes: Buffer,
  type: FileType,
  maxBytes: number,
): Promise<{ bytes: Buffer; type: FileType }> {
  if (isImage(type)) return rewriteImage(bytes, type, maxBytes);
  if (type === 'pdf') await checkPdf(bytes);
  else if (type === 'doc') checkDoc(bytes);
  else await checkDocx(bytes);
  return { bytes, type };
}

/**
 * Checks an upload and keeps it: first the bytes, safely, then the row that makes them a file. What a failure in
 * between leaves is taken away here or by the sweep.
 */
export async function keepUpload(files: Files, upload: Upload): Promise<{ id: string; name: string }> {
  const { context, store } = files;
  const { file, purpose, uploader, maxBytes } = upload;
  const id = uuidv7();
  // The whole work has a slot, its bytes included: so many files are in memory, and no more.
  const kept = await files.work.run(async () => {
    const bytes = await file.bytes();
    const type = judgeType(file, bytes, purpose, uploader.role);
    const ready = await prepare(bytes, type, maxBytes);
    await store.put(id, ready.bytes);
    const { media, extensions } = FILE_TYPES[ready.type];
    return { size: ready.bytes.length, media, name: withExtension(cleanName(file.name), extensions) };
  });
  try {
    await context.database.transaction(async (trx) => {
      await insertFile(trx, {
        id,
        uploader_id: uploader.id,
        uploader_role: uploader.role,
        purpose,
        name: kept.name,
        media_type: kept.media,
        size: kept.size,
        created_at: context.now(),
      });
      await settleUpload(trx, upload.countId, file.size);
    });
  } catch (error) {
    // A commit whose confirmation was lost may have kept the row: bytes are deleted only where there is surely none.
    await forget(files, id).catch((cause: unknown) =>
      context.log.warn({ err: cause }, 'bytes wait for the sweep'),
    );
    throw error;
  }
  return { id, name: kept.name };
}

async function forget({ context, store }: Files, id: string): Promise<void> {
  const known = await knownFiles(context.database.knex, [id]);
  if (!known.has(id)) await store.delete(id);
}
