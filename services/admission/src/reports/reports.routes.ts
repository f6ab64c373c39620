import { getAdmissionReport } from '@gerbang/contracts/reports';
import { keptAnswers } from '@gerbang/service-kit/http/kept-answers';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { admissionReport } from './admission-report.ts';

/** Reports about registrations: sums of daily counts, at most a minute old. */
export function reportsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const send = keptAnswers();
  mount(app, verifier, getAdmissionReport, ({ identity, request, reply, query }) =>
    send(request, reply, [identity.role, query], () => admissionReport(context, query)),
  );
}
