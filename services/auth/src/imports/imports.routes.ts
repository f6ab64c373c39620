import {
  endImportedFamilies,
  inviteImportedFamilies,
  makeImportedFamily,
} from '@gerbang/contracts/internal-calls';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { inviteImported } from '../password-resets/invite-family.ts';
import { endImported } from './end-imported.ts';
import { makeImported } from './make-imported.ts';

/** What admission asks of accounts for lists from elsewhere. */
export function importsRoutes(app: FastifyInstance, context: Context): void {
  const key = context.config.INTERNAL_KEY;
  mountInternal(app, key, makeImportedFamily, (body, origin) => makeImported(context, body, origin));
  mountInternal(app, key, endImportedFamilies, (body) => endImported(context, body));
  mountInternal(app, key, inviteImportedFamilies, (body, origin) =>
    inviteImported(context, body, origin.requestId),
  );
}
