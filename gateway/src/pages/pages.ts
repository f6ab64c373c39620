import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { notFound, unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageChunks } from './page-chunks.ts';
import { type FirstPaint, type PageFacts, pageFacts } from './page-facts.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const HASHED = /\.[0-9a-f]{8,}\.|\/[0-9a-f]{8,}\.(?:js|css)/u;

export interface PagesOptions {
  readonly directory: string;
  readonly remotes: readonly string[];
  /** The session cookie. */
  readonly cookieName: string;
  readonly now: () => number;
  /** Address of the stream of new builds: then the page is read anew for each request (`npm run dev`). */
  readonly builds?: string;
  /** What the public pages may know: name and contact of the school. */
  readonly publicInfo: unknown;
}

/** The policy of our pages: same origin only, scripts and styles with the nonce of this response. */
export function pagePolicy(nonce: string, builds?: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    builds ? `connect-src 'self' ${builds}` : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const FIRST_PAINTS: readonly FirstPaint[] = ['landing', 'auth', 'frame', 'wait'];

/** JSON for a script element; `<` is escaped so that no value can close it. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page with only this first paint, and the waiting one, which the browser may choose instead. */
function onlyWith(html: string, first: FirstPaint): string {
  return FIRST_PAINTS.filter((other) => other !== first && other !== 'wait').reduce(
    (page, other) => page.replace(new RegExp(`<!--first:${other}-->[^]*?<!--/first:${other}-->`, 'u'), ''),
    html,
  );
}

function pageTemplate(file: string, publicInfo: unknown): (nonce: string, facts: PageFacts) => string {
  if (!existsSync(file)) {
    return () => {
      throw unavailable(10, new Error('The front end is not built'));
    };
  }
  const info = asScript(publicInfo);
  const html = readFileSync(file, 'utf8').replaceAll('__GERBANG_PUBLIC__', () => info);
  const parts = Object.fromEntries(
    FIRST_PAINTS.map((first) => [first, onlyWith(html, first).split('__CSP_NONCE__')]),
  ) as Record<FirstPaint, string[]>;
  return (nonce, { first, frame, data }) =>
    parts[first]
      .join(nonce)
      .replace('__GERBANG_FRAME__', frame)
      .replace('__GERBANG_PAGE__', () => asScript(data));
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  policy: string,
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .header('content-security-policy', policy);
  const accepts = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/u.test(accepts)) {
    reply.header('content-encoding', 'br');
    return reply.send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  }
  if (/\bgzip\b/u.test(accepts)) {
    reply.header('content-encoding', 'gzip');
    return reply.send(await gzipped(html));
  }
  return reply.send(html);
}

/** Serves shell and remotes; every other address gets the page, whose router decides. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const shell = join(options.directory, 'shell', 'dist');
  const { builds } = options;
  const read = () => ({
    chunks: pageChunks(options.directory, options.remotes),
    page: pageTemplate(join(shell, 'index.html'), options.publicInfo),
  });
  const atStart = read();
  const carriesSession = new RegExp(`(?:^|;\\s*)${options.cookieName}=`, 'u');
  const assets = [
    { root: join(shell, 'assets'), prefix: '/assets/' },
    ...options.remotes.map((name) => ({
      root: join(options.directory, name, 'dist'),
      prefix: `/remotes/${name}/`,
    })),
  ].filter(({ root }) => existsSync(root));

  for (const [index, { root, prefix }] of assets.entries()) {
    await app.register(fastifyStatic, {
      root,
      prefix,
      preCompressed: true,
      index: false,
      decorateReply: index === 0,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header(
          'cache-control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(?:assets|remotes|webhooks)(?:\/|$)/u.test(request.url)) throw notFound('Alamat ini tidak ada.');
    const nonce = randomBytes(16).toString('base64');
    const [pathname = '/'] = request.url.split('?');
    const hasSession = carriesSession.test(request.headers.cookie ?? '');
    const { chunks, page } = builds ? read() : atStart;
    const facts = pageFacts(pathname, hasSession, chunks, new Date(options.now()));
    return sendPage(request, reply, page(nonce, facts), pagePolicy(nonce, builds));
  };
  // Internal calls do not exist from outside, with any method.
  app.all('/internal/*', () => {
    throw notFound('Alamat ini tidak ada.');
  });
  app.get('/', serve);
  app.get('/*', serve);
}
