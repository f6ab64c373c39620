import { exportInvoices as call } from '@gerbang/contracts/invoices';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { exportInvoices } from './export-invoices.ts';

/** An export over a slow line takes its time; few at once, each holds a connection of the database now and then. */
const EXPORT_TIME_MS = 120_000;
const EXPORTS_AT_ONCE = 3;

/** The invoices as a workbook (authorization row E20). */
export function exportRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const slots = new Semaphore(EXPORTS_AT_ONCE);
  mount(
    app,
    verifier,
    call,
    async ({ identity, request, query, reply }) => {
      const { stream, name } = await exportInvoices(context, callerOf(identity, request), query, slots);
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(stream);
    },
    EXPORT_TIME_MS,
  );
}
