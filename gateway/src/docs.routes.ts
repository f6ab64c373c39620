import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';
import { DOCS_POLICY } from './security-headers.ts';

/** The contracts to read and try, outside production only. */
export async function docsRoutes(
  app: FastifyInstance,
  options: { endpoints: readonly Endpoint[]; cookieName: string },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', DOCS_POLICY);
  });
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApi(options.endpoints, options.cookieName) as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}
