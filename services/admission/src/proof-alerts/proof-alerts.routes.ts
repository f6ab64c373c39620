import { findSameProofs } from '@gerbang/contracts/internal-calls';
import { decideProofAlert, exportProofAlerts, listProofAlerts } from '@gerbang/contracts/proof-alerts';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { decideAlert } from './decide-alert.ts';
import { alertFile } from './export-alerts.ts';
import { alertList, sameProofs } from './proof-alerts.view.ts';

/** Proofs of payments that are like others, for finance and for billing. */
export function proofAlertsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listProofAlerts, async ({ identity, request, query, reply }) => {
    const { status, academic_year } = query;
    const caller = callerOf(identity, request);
    await noteListRead(db, caller, query, 'proof_alerts.read', { status, academic_year });
    return sendList(reply, listProofAlerts.path, query, alertList(db, query));
  });

  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportProofAlerts, files, ({ query }) => alertFile(db, query));

  mount(app, verifier, decideProofAlert, withId(context, decideAlert));

  mountInternal(app, context.config.INTERNAL_KEY, findSameProofs, ({ fileId }) => sameProofs(db, fileId));
}
