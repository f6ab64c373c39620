import { exportSchool as exportCall, importSchool as importCall } from '@gerbang/contracts/school-versions';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '../use-cases.ts';
import { contentDisposition } from '../content-disposition.ts';
import { exportSchool } from './export-school.ts';
import { importSchool } from './import-school.ts';

/** The school as a file, out and in. */
export function schoolPortRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, exportCall, async ({ identity, request, reply }) => {
    const name = `pengaturan-sekolah-${jakartaDay(context.now())}.json`;
    reply.header('content-disposition', contentDisposition('attachment', name));
    return exportSchool(context, callerOf(identity, request));
  });
  mount(app, verifier, importCall, withBody(context, importSchool));
}
