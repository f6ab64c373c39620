import {
  downloadDocuments as downloadCall,
  exportDocumentQueue,
  listDocumentQueue,
  reviewDocument as reviewCall,
  settleDocument as settleCall,
  summarizeDocuments,
} from '@gerbang/contracts/document-reviews';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { contentDisposition } from '@gerbang/service-kit/http/content-disposition';
import { documentCounts, documentQueue } from './document-queue.view.ts';
import { downloadDocuments } from './download-documents.ts';
import { documentFile } from './export-queue.ts';
import { reviewDocument } from './review-document.ts';
import { settleDocument } from './settle-document.ts';

/** An archive over a slow line takes its time. */
const DOWNLOAD_TIME_MS = 120_000;

/** The staff's calls about documents: the queue, decisions, archives. */
export function documentReviewsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listDocumentQueue, ({ query, reply }) =>
    sendList(reply, listDocumentQueue.path, query, documentQueue(db, query)),
  );

  mountListFile(app, verifier, exportDocumentQueue, context, ({ query }) => documentFile(context, query));

  mount(app, verifier, summarizeDocuments, ({ query }) => documentCounts(db, query));

  mount(app, verifier, reviewCall, ({ identity, request, params, body }) =>
    reviewDocument(context, callerOf(identity, request), params.documentId, body),
  );

  mount(app, verifier, settleCall, ({ identity, request, params, body }) =>
    settleDocument(context, callerOf(identity, request), params, body),
  );

  mount(
    app,
    verifier,
    downloadCall,
    async ({ identity, request, params, reply }) => {
      const { stream, name } = await downloadDocuments(context, callerOf(identity, request), params.id);
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(stream);
    },
    DOWNLOAD_TIME_MS,
  );
}
