import { getArrearsReport, getCashReport } from '@gerbang/contracts/reports';
import { billingWork } from '@gerbang/contracts/work-report';
import { workPart, workSpan } from '@gerbang/service-kit/data/handled-work';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { keptAnswers } from '@gerbang/service-kit/http/kept-answers';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { arrearsReport } from './arrears-report.ts';
import { cashReport } from './cash-report.ts';
import { oldestConfirmation, oldestPayment } from './work.repository.ts';

/** Reports about money and about the work that it is: sums that are at most a minute old. */
export function reportsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const send = keptAnswers();

  mount(app, verifier, getCashReport, ({ identity, request, reply, query }) =>
    send(request, reply, ['cash', identity.role, query], () => cashReport(context, query)),
  );

  // The caller's own figure is in it, so the answer is kept by person too.
  mount(app, verifier, billingWork, ({ identity, request, reply, query }) =>
    send(request, reply, ['work', identity.role, identity.sub, query], () =>
      workPart(db, workSpan(query, context.now()), identity.sub, {
        payment: () => oldestPayment(db, query),
        confirmation: () => oldestConfirmation(db, query),
      }),
    ),
  );

  mount(app, verifier, getArrearsReport, async ({ identity, request, reply, query }) => {
    const { cursor: _cursor, ...filters } = query;
    // Before the answer, which may be a kept one: the page is read either way.
    await noteListRead(db, callerOf(identity, request), query, 'invoice.arrears_read', filters);
    return send(request, reply, ['arrears', identity.role, query], () => arrearsReport(context, query));
  });
}
