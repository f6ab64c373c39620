import { createHash } from 'node:crypto';
import { getConfig } from '@gerbang/contracts/school';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { OwnVersion } from './current-school.ts';

/** The response of a version; made once, because every screen asks for it. */
function responseOf({ settings, account_changed_at: changed }: OwnVersion) {
  const config = { ...settings, account_changed_at: changed?.toISOString() ?? null };
  const body = JSON.stringify(getConfig.response[200].parse(config));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** Configuration for screens, the same for every caller; it is answered from memory. */
export function schoolRoutes(app: FastifyInstance, verifier: Verifier, { school }: Context): void {
  let of = school.held;
  let response = responseOf(of);

  mount(app, verifier, getConfig, async ({ request, reply }) => {
    if (of !== school.held) {
      of = school.held;
      response = responseOf(of);
    }
    const { body, etag } = response;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
