import type { Endpoint } from '@gerbang/contracts/endpoint';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

async function docsApp(endpoints: readonly Endpoint[]): Promise<FastifyInstance> {
  const [swagger, swaggerUi, { openApi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('./open-api.ts'),
  ]);
  const app = Fastify();
  await app.register(swagger.default, {
    mode: 'static',
    specification: { document: openApi(endpoints) as never },
  });
  await app.register(swaggerUi.default, { routePrefix: '/api/docs', staticCSP: true });
  return app;
}

/**
 * The page `/api/docs`; not mounted in production. An app of its own serves it, made at the first request, because most
 * runs never need its 10 MB.
 */
export function docs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let made: Promise<FastifyInstance> | undefined;
  const handler = async ({ method, url }: FastifyRequest, reply: FastifyReply) => {
    made ??= docsApp(endpoints);
    const page = await (await made).inject({ method: method as 'GET', url });
    if (page.statusCode === 404) return reply.callNotFound();
    return reply.code(page.statusCode).headers(page.headers).send(page.rawPayload);
  };
  app.get('/api/docs', handler);
  app.get('/api/docs/*', handler);
}
