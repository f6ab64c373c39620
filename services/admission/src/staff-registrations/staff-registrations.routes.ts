import {
  changeStage as stageCall,
  exportStaffRegistrations,
  getStaffRegistration,
  listStaffRegistrations,
  listStaffStageHistory,
  proveOnBehalf as proofCall,
  summarizeStaffRegistrations,
  verifyPayment as verifyCall,
} from '@gerbang/contracts/staff-registrations';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { stageHistory } from '../registrations/registration-list.ts';
import { exportRegistrations } from './export-registrations.ts';
import { contentDisposition } from '../files/file-names.ts';
import { noRegistration } from '../registrations/registration-view.ts';
import { changeStage } from '../registration-stages/change-stage.ts';
import { proveOnBehalf } from '../registration-payments/prove-on-behalf.ts';
import { summaryOf } from './registration-counts.ts';
import { staffList, staffRow } from './staff-list.ts';
import { readRegistration } from './staff-view.ts';
import { verifyPayment } from '../registration-payments/verify-payment.ts';

/** An export over a slow line takes its time; few at once, each holds a connection of the database now and then. */
const EXPORT_TIME_MS = 120_000;
const EXPORTS_AT_ONCE = 3;

/** The staff's calls about registrations (authorization rows C15–C19, C21, C22, X02). */
export function monitoringRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listStaffRegistrations, ({ query, reply }) =>
    sendList(reply, listStaffRegistrations.path, query, staffList(db, query)),
  );

  mount(app, verifier, summarizeStaffRegistrations, ({ query }) => summaryOf(db, query));

  const exportsAtOnce = new Semaphore(EXPORTS_AT_ONCE);
  mount(
    app,
    verifier,
    exportStaffRegistrations,
    async ({ identity, request, query, reply }) => {
      const caller = callerOf(identity, request);
      const { stream, name } = await exportRegistrations(context, caller, query, exportsAtOnce);
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(stream);
    },
    EXPORT_TIME_MS,
  );

  mount(app, verifier, getStaffRegistration, ({ identity, request, params }) =>
    readRegistration(context, db, callerOf(identity, request), params.id),
  );

  mount(app, verifier, listStaffStageHistory, async ({ params }) => {
    if (!(await staffRow(db, params.id))) throw noRegistration();
    return stageHistory(db, params.id);
  });

  mount(app, verifier, stageCall, ({ identity, request, params, body }) =>
    changeStage(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, proofCall, ({ identity, request, params, body }) =>
    proveOnBehalf(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, verifyCall, ({ identity, request, params, body }) =>
    verifyPayment(context, callerOf(identity, request), params.id, body),
  );
}
