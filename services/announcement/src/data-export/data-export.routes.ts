import { announcementExport } from '@gerbang/contracts/data-export';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toOwnResult } from '../announcements/announcements.view.ts';
import type { OwnResultRecord } from '../announcements/announcements.repository.ts';
import { newestResults } from '../announcements/announcement-lists.repository.ts';

/** Announcement's part of a family's data export: the results that were published for it. */
export function dataExportRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, announcementExport, async ({ identity }) => {
    const db = context.database.knex;
    const records: OwnResultRecord[] = await newestResults(db, identity.sub);
    const announcements = [...new Set(records.map(({ announcement_id: id }) => id))];
    return {
      results: records.map(toOwnResult),
      trail: await processingTrail(db, identity.sub, announcements),
    };
  });
}
