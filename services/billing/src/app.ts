import type { Verifier } from '@gerbang/service-kit/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/server';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';

/** The service without its listener: the same for `main.ts` and for the tests at its door. */
export function buildApp(
  options: ServerOptions & { identity: Verifier },
  _context: Context,
): FastifyInstance {
  return createServer(options);
}
