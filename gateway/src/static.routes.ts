import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { notFound, unavailable } from '@gerbang/service-kit/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createPage, type PublicInfo } from './page.ts';
import { pagePolicy } from './security-headers.ts';

const HASHED = /(?:^|\.)[0-9a-f]{10,}\.[a-z0-9]+(?:\.(?:br|gz))?$/u;
const ASSETS = /^\/(?:assets|remotes)(?:\/|$)/u;

/** Files that were compressed by the build; a name with a hash never changes its content, any other is asked for again. */
function files(root: string, prefix: string, first: boolean): FastifyStaticOptions {
  return {
    root,
    prefix,
    decorateReply: first,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader(
        'cache-control',
        HASHED.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  };
}

/** Shell and remotes from one origin; every other address that a browser opens is the shell's page (UX, routes). */
export function staticRoutes(app: FastifyInstance, directory: string, info: PublicInfo): void {
  const shell = join(directory, 'shell', 'dist');
  const assets = join(shell, 'assets');
  if (existsSync(assets)) app.register(fastifyStatic, files(assets, '/assets/', true));
  const remotes = existsSync(directory) ? readdirSync(directory).filter((name) => name !== 'shell') : [];
  for (const area of remotes) {
    const dist = join(directory, area, 'dist');
    if (existsSync(dist)) app.register(fastifyStatic, files(dist, `/remotes/${area}/`, false));
  }

  const page = createPage(join(shell, 'index.html'), info);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = /text\/html|\*\/\*/u.test(request.headers.accept ?? '*/*');
    if (!wantsPage || ASSETS.test(request.url)) throw notFound('Alamat ini tidak ada.');
    const { nonce, body, encoding } = await page(String(request.headers['accept-encoding'] ?? '')).catch(
      (error: unknown) => {
        throw unavailable(5, error);
      },
    );
    reply
      .headers({
        'content-security-policy': pagePolicy(nonce),
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      })
      .type('text/html; charset=utf-8');
    return reply.send(body);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: sendPage });
}
