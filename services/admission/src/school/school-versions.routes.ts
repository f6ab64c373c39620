import * as calls from '@gerbang/contracts/school-versions';
import { previewRefundRule } from '@gerbang/contracts/refund-rule';
import { schoolChanges } from '@gerbang/domain/school-changes';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { activateDraft } from './activate-draft.ts';
import { copyVersion, saveDraft, importSchool } from './save-draft.ts';
import { discardDraft, noVersion } from './draft.ts';
import { schoolView, versionRow } from './school.view.ts';
import { listVersions, versionNumbered } from './school-versions.repository.ts';
import { previewRefundRule as preview } from './preview-refund-rule.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { contentDisposition } from '@gerbang/service-kit/http/content-disposition';
import { exportSchool } from './export-school.ts';

/** The calls about versions of the school's settings, and about the school as a file. */
export function schoolVersionsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { knex: db } = context.database;

  mount(app, verifier, calls.getSchool, () => schoolView(context, db));

  mount(app, verifier, calls.saveDraft, withBody(context, saveDraft));

  mount(app, verifier, calls.discardDraft, async ({ identity, request }) => {
    await discardDraft(context, callerOf(identity, request));
  });

  mount(app, verifier, calls.activateDraft, withBody(context, activateDraft));

  mount(app, verifier, calls.listSchoolVersions, async () => (await listVersions(db)).map(versionRow));

  mount(app, verifier, calls.getSchoolVersion, async ({ params }) => {
    const found = await versionNumbered(db, params.version);
    if (!found) throw noVersion();
    const base = found.based_on === null ? undefined : await versionNumbered(db, found.based_on);
    const changes = base ? schoolChanges(base.settings, found.settings) : [];
    return { ...versionRow(found), settings: found.settings, changes };
  });

  mount(app, verifier, calls.copySchoolVersion, ({ identity, request, params }) =>
    copyVersion(context, callerOf(identity, request), params.version),
  );

  mount(app, verifier, calls.exportSchool, async ({ identity, request, reply }) => {
    const name = `pengaturan-sekolah-${jakartaDay(context.now())}.json`;
    reply.header('content-disposition', contentDisposition('attachment', name));
    return exportSchool(context, callerOf(identity, request));
  });

  mount(app, verifier, previewRefundRule, async ({ body }) => preview(context, body));

  mount(app, verifier, calls.importSchool, withBody(context, importSchool));
}
