import { type SessionCommand, sessionCommandSchema } from '@gerbang/contracts/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './cookie.ts';
import { inTime } from './fastify-store.ts';
import type { SessionStore } from './session-store.ts';

/** Reads a service's command; a text that is none throws. */
export function readCommand(header: unknown): SessionCommand | null {
  return header === undefined ? null : sessionCommandSchema.parse(JSON.parse(String(header)));
}

/** Carries out what the service said about sessions, before the client gets its answer. */
export async function runCommand(
  command: SessionCommand,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, cookie }: { store: SessionStore; cookie: SessionCookie },
): Promise<void> {
  if (command.do === 'revoke') {
    await inTime(store.revoke(command.userId, command.epoch));
    return;
  }
  if (command.do === 'end') {
    if (request.session?.user) await request.session.destroy();
    reply.clearCookie(cookie.name, cookie.attributes);
    reply.header('clear-site-data', '"storage"');
    return;
  }
  // The id from before a login is never valid after it (reliability G8).
  if (request.session.user) await request.session.regenerate();
  const { userId, role, epoch, mustChangePassword, revoke: only } = command;
  request.session.user = { userId, role, epoch, mustChangePassword, only, sid: '' };
  await request.session.save();
}
