import { randomUUID } from 'node:crypto';
import { sessionCommandSchema, type SessionCommand } from '@gerbang/contracts/identity';
import { Problem, unauthorized, unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../forwarding/caller.ts';
import { networkPrefix } from '../limits/network.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { deviceName } from './device-name.ts';
import { hashOf, type PluginSession, StaleEpoch } from './session-adapter.ts';

/** Parses the internal header of a service's response; undefined = no command. */
export function readSessionCommand(header: unknown): SessionCommand | undefined {
  return typeof header === 'string' ? sessionCommandSchema.parse(JSON.parse(header)) : undefined;
}

type SessionContext = Pick<
  ApiContext,
  'store' | 'tokens' | 'cookieName' | 'deviceCookie' | 'now' | 'countSession'
>;

async function start(
  request: FastifyRequest,
  command: SessionCommand & { do: 'start' },
  { store, cookieName, now }: SessionContext,
): Promise<void> {
  if (command.revoke) await store.revokeUser(command.userId, command.epoch);
  // Every login gets a new id and the old one is destroyed, against session fixation. Without a stored session the id
  // is new already, because the plugin takes none from a cookie that the store does not know.
  const { stored, outage } = request.session as PluginSession;
  if (stored || outage) await request.session.regenerate();
  // Otherwise the plugin also clears the cookie of the old id, with a second Set-Cookie.
  delete request.cookies[cookieName];
  const at = now();
  (request.session as PluginSession).stored = {
    id: randomUUID(),
    userId: command.userId,
    role: command.role,
    epoch: command.epoch,
    mustChangePassword: command.mustChangePassword,
    mustAddFactor: command.mustAddFactor ?? false,
    createdAt: at,
    lastSeen: at,
    provenAt: at,
    device: deviceName(request.headers['user-agent']),
    network: networkPrefix(request.ip),
  };
  await request.session.save();
}

/** Ends the session of this browser and has it drop its cookie and what it stored. */
export async function endThisSession(
  request: FastifyRequest,
  reply: FastifyReply,
  cookieName: string,
): Promise<void> {
  await request.session.destroy();
  // A browser ignores a __Host- cookie that is not Secure, also its removal.
  reply.clearCookie(cookieName, { path: '/', secure: cookieName.startsWith('__Host-') });
  reply.header('clear-site-data', '"cache", "storage"');
}

/** The command succeeded (an account was created, a password changed), only the login failed; a repeat would be refused. */
const notLoggedIn = (cause: unknown) =>
  new Problem(
    503,
    'unavailable',
    'Permintaan Anda sudah diproses, tetapi Anda belum bisa masuk. Silakan masuk di halaman masuk beberapa saat lagi.',
    { cause },
  );

/** Applies a service's session command before the client gets the response; throws 401 or 503, never half applied. */
export async function applySessionCommand(
  command: SessionCommand,
  request: FastifyRequest,
  reply: FastifyReply,
  context: SessionContext,
): Promise<void> {
  context.tokens.forget(request.session?.sessionId);
  try {
    if (command.do === 'start') {
      await start(request, command, context);
      if (command.device) setDeviceCookie(reply, context.deviceCookie, command.device);
    }
    if (command.do === 'revoke') await context.store.revokeUser(command.userId, command.epoch);
    if (command.do === 'prove') await context.store.prove(hashOf(request.session.sessionId));
    if (command.do === 'end') await endThisSession(request, reply, context.cookieName);
    context.countSession?.(command.do);
  } catch (error) {
    // Keeps the plugin from storing the session, or sending its cookie, after the failure.
    request.session = null as never;
    if (error instanceof StaleEpoch) throw unauthorized('Sesi Anda berakhir. Silakan masuk kembali.');
    throw command.do === 'start' ? notLoggedIn(error) : unavailable(5, error);
  }
}
