import multipart from '@fastify/multipart';
import { uploadChildDocument } from '@gerbang/contracts/child-documents';
import {
  fileIdOf,
  fileLink,
  readFile,
  uploadPaymentEvidence,
  uploadSchoolLogo,
  uploadStageAttachment,
} from '@gerbang/contracts/files';
import { type FilePurpose, UPLOADS } from '@gerbang/domain/file-types';
import { schoolLogoLink } from '@gerbang/domain/school-public';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { openFile } from './read-file.ts';
import { receiveUpload } from './upload-forms.ts';
import { guardUploads } from './upload-guard.ts';
import { createFiles, type Files, type Kept, keepUpload } from './keep-upload.ts';
import type { ImageFit } from './image-rewriter.ts';
import { claimFile } from '@gerbang/contracts/internal-calls';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { attachFile } from './attach-file.ts';

/** A file over a slow line takes its time. */
const READ_TIME_MS = 120_000;

type UploadEndpoint =
  | typeof uploadPaymentEvidence
  | typeof uploadStageAttachment
  | typeof uploadSchoolLogo
  | typeof uploadChildDocument;
/** A logo stands in the head of every page, so it is kept small. */
const LOGO_FIT: ImageFit = { longestSide: 800, maxPixels: 25_000_000 };

const uploadedFile = ({ id, name }: Kept) => ({
  success: true as const,
  fileUrl: fileLink(id),
  fileName: name,
});
const uploadedPage = ({ id, warnings }: Kept) => ({
  fileUrl: fileLink(id),
  file_id: id,
  warnings: [...warnings],
});
const uploadedLogo = ({ id }: Kept) => ({ file_id: id, fileUrl: schoolLogoLink(id) });

function uploadRoute(
  app: FastifyInstance,
  verifier: Verifier,
  files: Files,
  endpoint: UploadEndpoint,
  options: {
    readonly purpose: FilePurpose;
    readonly fit?: ImageFit;
    readonly answer: typeof uploadedFile | typeof uploadedLogo | typeof uploadedPage;
  },
): void {
  const { purpose, fit, answer } = options;
  const { maxBytes } = UPLOADS[purpose];
  // A scope of its own: no other call takes forms or raw bodies.
  app.register(async (scope) => {
    await scope.register(multipart);
    const { spool, context } = files;
    const { countOf, arrived } = guardUploads(scope, verifier, context, {
      maxBytes,
      spool,
      kind: purpose === 'child_document' ? 'document' : 'file',
    });
    mount(scope, verifier, endpoint, async ({ body, identity, request }) => {
      const file = await receiveUpload(body, request, { spool, maxBytes, arrived }).finally(() => {
        // What is left of a refused body is read and dropped: the connection's next request waits behind it.
        request.raw.resume();
      });
      try {
        const uploader = { id: identity.sub, role: identity.role };
        const kept = await keepUpload(files, {
          file,
          purpose,
          maxBytes,
          fit,
          uploader,
          countId: countOf(request),
        });
        return answer(kept);
      } finally {
        await file.dispose();
      }
    });
  });
}

/** Uploads and reading of files. */
export function filesRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  store: ObjectStore = context.store,
): void {
  const files = createFiles(context, store);
  app.addHook('onClose', () => files.checker.close());
  uploadRoute(app, verifier, files, uploadPaymentEvidence, {
    purpose: 'payment_evidence',
    answer: uploadedFile,
  });
  uploadRoute(app, verifier, files, uploadStageAttachment, {
    purpose: 'stage_attachment',
    answer: uploadedFile,
  });
  uploadRoute(app, verifier, files, uploadSchoolLogo, {
    purpose: 'school_logo',
    fit: LOGO_FIT,
    answer: uploadedLogo,
  });
  uploadRoute(app, verifier, files, uploadChildDocument, {
    purpose: 'child_document',
    answer: uploadedPage,
  });
  mount(
    app,
    verifier,
    readFile,
    async ({ params, identity, request, reply }) => {
      const origin = { address: identity.ip, requestId: String(request.id) };
      const reader = { id: identity.sub, role: identity.role, origin };
      const { headers, stream } = await openFile(files, params.fileId, reader);
      return reply.headers(headers).send(stream);
    },
    READ_TIME_MS,
  );
}

/** Billing's claim of a file. It may come before billing's transaction: a claimed file is never swept. */
export function claimRoutes(app: FastifyInstance, context: Context): void {
  mountInternal(app, context.config.INTERNAL_KEY, claimFile, ({ link, ...claim }) =>
    context.database.transaction((trx) => attachFile(context, trx, { ...claim, fileId: fileIdOf(link) })),
  );
}
