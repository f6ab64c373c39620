import { announcementExport } from '@gerbang/contracts/data-export';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { newestResults, type OwnResultRecord, toOwnResult } from '../announcements/own-results.repository.ts';

/** The part of a family's export that announcements hold: what is published for it (authorization row B10). */
export function dataRightsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
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
