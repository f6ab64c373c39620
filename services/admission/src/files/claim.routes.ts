import { FILE_PURPOSES } from '@gerbang/contracts/files';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { attachFile } from './attach-file.ts';

/** The body of a claim by another service; the readers of the file follow from `attachedTo`. */
const claimBody = z.strictObject({
  link: z.string().max(300),
  uploaderId: z.uuid(),
  purpose: z.enum(FILE_PURPOSES),
  attachedTo: z.enum(['invoice_payment']),
  recordId: z.uuid(),
  familyUserId: z.uuid(),
  path: z.string().max(100),
  imagesOnly: z.boolean().default(false),
});

/**
 * The claim of a file by the service that owns the record. A repeated claim for the same record is one claim, so it may
 * come before the other service's transaction; a claimed file is never swept. 422 for a link that is not ours, not this
 * uploader's, or attached elsewhere.
 */
export function claimRoutes(app: FastifyInstance, context: Context): void {
  const call = { key: context.config.INTERNAL_KEY, path: '/internal/files/claim', body: claimBody } as const;
  mountInternal(app, call, (claim) => context.database.transaction((trx) => attachFile(trx, claim)));
}
