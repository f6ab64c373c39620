import { sessionCommandSchema, type SessionCommand } from '@gerbang/contracts/identity';
import { Problem, unauthorized, unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityTokens } from '../identity-tokens.ts';
import { StaleEpoch } from './session-adapter.ts';
import type { SessionStore } from './session-store.ts';

/** Reads a command from the internal header of a service's answer. */
export function readSessionCommand(header: unknown): SessionCommand | undefined {
  return typeof header === 'string' ? sessionCommandSchema.parse(JSON.parse(header)) : undefined;
}

export interface SessionParts {
  readonly store: SessionStore;
  readonly tokens: IdentityTokens;
  readonly cookieName: string;
  readonly now: () => number;
  readonly countSession?: (command: SessionCommand['do']) => void;
}

async function start(
  request: FastifyRequest,
  command: SessionCommand & { do: 'start' },
  { store, cookieName, now }: SessionParts,
): Promise<void> {
  if (command.revoke) await store.revokeUser(command.userId, command.epoch);
  // A new id at every login, the old one destroyed: no session can be fixed beforehand.
  await request.session.regenerate();
  // The plugin would clear the cookie of the old id beside setting the new one: one Set-Cookie is enough.
  delete request.cookies[cookieName];
  Object.assign(request.session, {
    userId: command.userId,
    role: command.role,
    epoch: command.epoch,
    mustChangePassword: command.mustChangePassword,
    createdAt: now(),
    lastSeen: now(),
  });
  await request.session.save();
}

/** What was asked is done (an account made, a password changed), only nobody is logged in: asking again would be refused. */
const notLoggedIn = (cause: unknown) =>
  new Problem(
    503,
    'unavailable',
    'Permintaan Anda sudah diproses, tetapi Anda belum bisa masuk. Silakan masuk di halaman masuk beberapa saat lagi.',
    { cause },
  );

/** Carries out what a service said about sessions, before the client has its answer; fails as 503 rather than half. */
export async function carryOut(
  command: SessionCommand,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: SessionParts,
): Promise<void> {
  parts.tokens.forget(request.session?.sessionId);
  try {
    if (command.do === 'start') await start(request, command, parts);
    if (command.do === 'revoke') await parts.store.revokeUser(command.userId, command.epoch);
    if (command.do === 'end') {
      await request.session.destroy();
      // A browser ignores a __Host- cookie, its removal included, that is not Secure.
      reply.clearCookie(parts.cookieName, { path: '/', secure: parts.cookieName.startsWith('__Host-') });
      reply.header('clear-site-data', '"cache", "storage"');
    }
    parts.countSession?.(command.do);
  } catch (error) {
    // What was not stored must not be stored, nor its cookie sent, by the plugin after us.
    request.session = null as never;
    if (error instanceof StaleEpoch) throw unauthorized('Sesi Anda berakhir. Silakan masuk kembali.');
    throw command.do === 'start' ? notLoggedIn(error) : unavailable(5, error);
  }
}
