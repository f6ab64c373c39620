import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readLogo } from '@gerbang/contracts/internal-calls';
import { getPublicSchool, readSchoolLogo } from '@gerbang/contracts/school-public';
import { schoolGuide } from '@gerbang/domain/school-guide';
import { publicSchool } from '@gerbang/domain/school-public';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { contentDisposition } from '@gerbang/service-kit/http/content-disposition';
import { keptPublicWaves } from './public-waves.ts';
import { shownLogo } from './school-logo.repository.ts';

/** What everybody may know of the school, and its logo. */
export function schoolPublicRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const wavesOf = keptPublicWaves(context);
  mount(app, verifier, getPublicSchool, async ({ request, reply }) => {
    const { settings, version } = context.school.held;
    const present = publicSchool(settings, version);
    const { waves, fees, places } = await wavesOf();
    const guide = schoolGuide(settings, fees, places);
    const shown = {
      ...present,
      levels: [...present.levels],
      ...(waves.length > 0 && { waves }),
      ...(guide && { guide }),
    };
    const etag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'public, max-age=60');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return shown;
  });

  mount(app, verifier, readSchoolLogo, async ({ params, reply }) => {
    const file = await shownLogo(context.database.knex, params.fileId);
    const found = file && (await context.store.get(file.id));
    if (!file || !found) throw notFound();
    // Another logo has another address, so that a browser may keep this one for good.
    return reply
      .headers({
        'content-type': file.media_type,
        'content-length': String(found.size),
        'content-disposition': contentDisposition('inline', file.name),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(found.stream);
  });

  mountInternal(app, context.config.INTERNAL_KEY, readLogo, async ({ fileId }) => {
    const file = await shownLogo(context.database.knex, fileId);
    const found = file && (await context.store.get(file.id));
    if (!file || !found) throw notFound();
    const type = file.media_type === 'image/png' ? ('image/png' as const) : ('image/jpeg' as const);
    return { type, base64: (await buffer(found.stream)).toString('base64') };
  });
}
