import { createHash } from 'node:crypto';
import { getConfig } from '@gerbang/contracts/school';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Configuration for screens, the same for every caller until the next start. */
export function schoolRoutes(app: FastifyInstance, verifier: Verifier, { school }: Context): void {
  const etag = `"${createHash('sha256').update(JSON.stringify(school)).digest('base64url').slice(0, 22)}"`;

  mount(app, verifier, getConfig, async ({ request, reply }) => {
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return school;
  });
}
