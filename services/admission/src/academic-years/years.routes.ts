import {
  archiveYear as archiveCall,
  changeYear,
  closeYear as closeCall,
  listYears,
  planYear as planCall,
  readClosing as readCall,
  reopenYear as reopenCall,
  stopClosing as stopCall,
} from '@gerbang/contracts/academic-years';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { archiveYear, previewArchive } from './archive-year.ts';
import { closeYear, previewClosing, reopenYear, stopClosing } from './close-year.ts';
import { readClosing } from './closing.view.ts';
import { openYear, planYear, toYear } from './write-year.ts';
import { yearsOf } from '../registration-record/academic-years.repository.ts';

/** The calls about school years. */
export function yearsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listYears, async () => (await yearsOf(context.database.knex)).map(toYear));
  mount(app, verifier, planCall, withBody(context, planYear));
  mount(app, verifier, changeYear, ({ identity, request, params, body }) =>
    openYear(context, callerOf(identity, request), params.label, body),
  );
  mount(app, verifier, readCall, ({ identity, request, params }) =>
    readClosing(context, callerOf(identity, request), params.label),
  );
  mount(app, verifier, closeCall, async ({ identity, request, reply, params, body }) => {
    const caller = callerOf(identity, request);
    if (body.preview) return previewClosing(context, caller, params.label, body);
    reply.code(202);
    return closeYear(context, caller, params.label, body);
  });
  mount(app, verifier, archiveCall, async ({ identity, request, reply, params, body }) => {
    const caller = callerOf(identity, request);
    if (body.preview) return previewArchive(context, caller, params.label, body);
    reply.code(202);
    return archiveYear(context, caller, params.label, body);
  });
  mount(app, verifier, stopCall, ({ identity, request, params }) =>
    stopClosing(context, callerOf(identity, request), params.label),
  );
  mount(app, verifier, reopenCall, ({ identity, request, params, body }) =>
    reopenYear(context, callerOf(identity, request), params.label, body),
  );
}
