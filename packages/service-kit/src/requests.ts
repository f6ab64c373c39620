import type { FastifyInstance } from 'fastify';
import { badRequest } from './problems.ts';

const MAX_DEPTH = 10;
const MAX_NODES = 5000;

/** Refuses bodies that are too deep or too large in nodes (reliability G26); iterative, so that depth cannot hurt. */
export function assertBoundedJson(body: unknown): void {
  let level: unknown[] = [body];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw badRequest('Isi permintaan terlalu rumit.');
    const next: unknown[] = [];
    for (const value of level) {
      nodes += 1;
      if (nodes > MAX_NODES) throw badRequest('Isi permintaan terlalu rumit.');
      if (typeof value === 'object' && value !== null) next.push(...Object.values(value));
    }
    level = next;
  }
}

/** JSON is the only body that is read, bounded in size and depth; an empty body counts as none. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    parse(request, body as string, (error, value) => {
      if (error) {
        done(badRequest('Isi permintaan bukan JSON yang benar.'));
        return;
      }
      try {
        assertBoundedJson(value);
        done(null, value);
      } catch (problem) {
        done(problem as Error);
      }
    });
  });
}
