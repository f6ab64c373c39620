import { listAudit } from '@gerbang/contracts/audit';
import type { Verifier } from '@gerbang/service-kit/identity';
import { mount } from '@gerbang/service-kit/mount';
import { answerList } from '@gerbang/service-kit/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { auditList } from './audit-list.ts';

/** Looking things up in the trail (authorization, "Rows to come"). */
export function auditRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listAudit, ({ query, reply }) =>
    answerList(reply, listAudit.path, query, auditList(context.database.knex, query)),
  );
}
