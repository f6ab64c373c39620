import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { ALIASES, pageAt } from '@gerbang/contracts/pages';
import { GALLERY_PATH, publicTitleOf } from '@gerbang/contracts/public-pages';
import { once } from '@gerbang/domain/once';
import { notFound, unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageChunks } from './page-chunks.ts';
import { type FirstPaint, type PageFacts, pageFacts } from './page-facts.ts';
import { pagePolicy } from './page-policy.ts';
import type { PublicPart } from '../school/public-part.ts';
import { DOCUMENTS_ONLY } from '../security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const MAX_VARIANTS = 500;
const HASHED = /\.[0-9a-f]{8,}\.|\/[0-9a-f]{8,}\.(?:js|css)/u;

export interface PagesOptions {
  readonly directory: string;
  readonly remotes: readonly string[];
  /** The session cookie. */
  readonly cookieName: string;
  readonly now: () => number;
  /** Whether pages of the local run exist. */
  readonly local: boolean;
  /** Address of the stream of new builds: then the page is read anew for each request (`npm run dev`). */
  readonly builds?: string;
  /** Limits the requests of one network; files that browsers keep are not counted. */
  readonly limit: (scope: FastifyInstance) => void;
  /** What every page carries of the school; the same value until the school changes. */
  readonly publicPart: () => PublicPart;
}

const FIRST_PAINTS: readonly FirstPaint[] = ['landing', 'auth', 'frame', 'wait'];

/** Whether an address is one of a page's. */
function isAddress(pathname: string, local: boolean): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname;
  return (
    publicTitleOf(path) !== undefined ||
    path in ALIASES ||
    pageAt(path) !== undefined ||
    (local && path === GALLERY_PATH)
  );
}

/** JSON for a script element; `<` is escaped so that no value can close it. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page with only this first paint, and the waiting one, which the browser may choose instead. */
function onlyWith(html: string, first: FirstPaint): string {
  return FIRST_PAINTS.filter((other) => other !== first && other !== 'wait').reduce(
    (page, other) => page.replace(new RegExp(`<!--first:${other}-->[^]*?<!--/first:${other}-->`, 'u'), ''),
    html,
  );
}

/** A page as it is sent: compressed once for all requests of the same page. */
interface Variant {
  readonly policy: string;
  readonly etag: string;
  readonly plain: string;
  readonly br: () => Promise<Buffer>;
  readonly gzip: () => Promise<Buffer>;
}

function variantOf(html: string, builds?: string): Variant {
  return {
    policy: pagePolicy(html, builds),
    etag: `W/"${hash('sha256', html, 'base64url')}"`,
    plain: html,
    br: once(() => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })),
    gzip: once(() => gzipped(html)),
  };
}

/**
 * The page by the school and by what it knows of its address. There are few pages; a new day of the dashboard replaces an
 * old one.
 */
function pageTemplate(file: string, builds?: string): (facts: PageFacts, school: PublicPart) => Variant {
  if (!existsSync(file)) {
    return () => {
      throw unavailable(10, new Error('The front end is not built'));
    };
  }
  const html = readFileSync(file, 'utf8');
  const parts = Object.fromEntries(FIRST_PAINTS.map((first) => [first, onlyWith(html, first)])) as Record<
    FirstPaint,
    string
  >;
  const variants = new Map<string, Variant>();
  let shown: PublicPart | undefined;
  return ({ first, frame, data }, school) => {
    if (school !== shown) variants.clear();
    shown = school;
    const facts = asScript(data);
    const key = `${first} ${frame} ${facts}`;
    const known = variants.get(key);
    if (known) return known;
    if (variants.size >= MAX_VARIANTS) variants.clear();
    const info = asScript(school.data);
    const page = parts[first]
      .replace('</head>', () => `${school.style}</head>`)
      .replace('__GERBANG_FRAME__', frame)
      .replace('__GERBANG_PAGE__', () => facts)
      // Last: its texts are people's own.
      .replaceAll('__GERBANG_PUBLIC__', () => info);
    const variant = variantOf(page, builds);
    variants.set(key, variant);
    return variant;
  };
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  variant: Variant,
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .header('etag', variant.etag)
    .header('content-security-policy', variant.policy);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === variant.etag)
    return reply.code(304).send();
  const accepts = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/u.test(accepts)) return reply.header('content-encoding', 'br').send(await variant.br());
  if (/\bgzip\b/u.test(accepts)) return reply.header('content-encoding', 'gzip').send(await variant.gzip());
  return reply.send(variant.plain);
}

/** Serves shell and remotes; a page's address gets the page, whose router decides; every other one is 404. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const shell = join(options.directory, 'shell', 'dist');
  const { builds } = options;
  const read = () => ({
    chunks: pageChunks(options.directory, options.remotes),
    page: pageTemplate(join(shell, 'index.html'), builds),
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
      // The ETag says it.
      lastModified: false,
      setHeaders: (response, path) => {
        for (const name of DOCUMENTS_ONLY) response.removeHeader(name);
        response.header(
          'cache-control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        // The worker, compressed or not, stands beside the other files, and its page is for every address.
        // A worker reads pages under the policy of its own file.
        if (path.includes('offline-worker.js')) {
          response.header('service-worker-allowed', '/');
          response.header('content-security-policy', "default-src 'none'; connect-src 'self'");
        }
      },
    });
  }

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(?:assets|remotes|webhooks)(?:\/|$)/u.test(request.url)) throw notFound('Alamat ini tidak ada.');
    const [pathname = '/'] = request.url.split('?');
    const exists = isAddress(pathname, options.local);
    // A program that asks for a file gets no page; a person gets the page that says so.
    if (!exists && !request.headers.accept?.includes('text/html')) throw notFound('Alamat ini tidak ada.');
    const hasSession = carriesSession.test(request.headers.cookie ?? '');
    const { chunks, page } = builds ? read() : atStart;
    const facts = pageFacts(pathname, hasSession, chunks, new Date(options.now()));
    reply.code(exists ? 200 : 404);
    return sendPage(request, reply, page(facts, options.publicPart()));
  };
  // Internal calls do not exist from outside, with any method.
  app.all('/internal/*', () => {
    throw notFound('Alamat ini tidak ada.');
  });
  await app.register(async (limited) => {
    options.limit(limited);
    limited.get('/', serve);
    limited.get('/*', serve);
  });
}
