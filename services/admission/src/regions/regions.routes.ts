import { createRequire } from 'node:module';
import { listDistricts, listProvinces, listRegencies, listVillages } from '@gerbang/contracts/regions';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { regionsBelow, type RegionTable } from './regions.repository.ts';

const require = createRequire(import.meta.url);

/** The edition of the reference data; a test holds it against what the database was filled with. */
export const REGION_EDITION = (require('idn-area-data/package.json') as { version: string }).version;

const ETAG = `"wilayah-${REGION_EDITION}"`;
// The same for every caller and changed only by a release, so a browser may keep it.
const CACHE = 'private, max-age=86400';

/** Region reference data for the cascading selects. */
export function regionRoutes(app: FastifyInstance, verifier: Verifier, { database }: Context): void {
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    table: RegionTable,
    code: string | null,
  ) => {
    reply.header('etag', ETAG).header('cache-control', CACHE);
    if (request.headers['if-none-match'] === ETAG) return reply.code(304).send();
    return regionsBelow(database.knex, table, code);
  };

  mount(app, verifier, listProvinces, ({ request, reply }) => answer(request, reply, 'provinces', null));
  mount(app, verifier, listRegencies, ({ request, reply, params }) =>
    answer(request, reply, 'regencies', params.provinceCode),
  );
  mount(app, verifier, listDistricts, ({ request, reply, params }) =>
    answer(request, reply, 'districts', params.regencyCode),
  );
  mount(app, verifier, listVillages, ({ request, reply, params }) =>
    answer(request, reply, 'villages', params.districtCode),
  );
}
