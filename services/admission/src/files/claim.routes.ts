import { claimFile } from '@gerbang/contracts/internal-calls';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { attachFile } from './attach-file.ts';

/** The claim of a file may come before the other service's transaction: a claimed file is never swept. */
export function claimRoutes(app: FastifyInstance, context: Context): void {
  mountInternal(app, context.config.INTERNAL_KEY, claimFile, (claim) =>
    context.database.transaction((trx) => attachFile(trx, claim)),
  );
}
