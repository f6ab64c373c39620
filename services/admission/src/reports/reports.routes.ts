import { getAdmissionReport } from '@gerbang/contracts/reports';
import { admissionWork } from '@gerbang/contracts/work-report';
import { workPart, workSpan } from '@gerbang/service-kit/data/handled-work';
import { keptAnswers } from '@gerbang/service-kit/http/kept-answers';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { admissionReport } from './admission-report.ts';
import { oldestProof } from './registration-days.repository.ts';

/** Reports about registrations: sums of daily counts, at most a minute old. */
export function reportsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const send = keptAnswers();
  mount(app, verifier, getAdmissionReport, ({ identity, request, reply, query }) =>
    send(request, reply, ['admission', identity.role, query], () => admissionReport(context, query)),
  );
  // The caller's own figure is in it, so the answer is kept by person too.
  mount(app, verifier, admissionWork, ({ identity, request, reply, query }) =>
    send(request, reply, ['work', identity.role, identity.sub, query], () =>
      workPart(context.database.knex, workSpan(query, context.now()), identity.sub, {
        proof: () => oldestProof(context.database.knex, query),
      }),
    ),
  );
}
