import { DUES_HEADER, getDashboard } from '@gerbang/contracts/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Headers } from './forwarding/exchange.ts';

const NAME = 'dues';
/** Long past the moment from which a copy that hears nothing is not shown anyway. */
const LIFE_SECONDS = 600;
const VERSION = /^\d{1,15}$/u;

/**
 * Leaves in the browser the version of the dues that a write of its family has made, so that the next dashboard shows no
 * older copy, whichever gateway it comes through. It is a number, and only the family's own dashboard heeds it.
 */
export function keepDuesVersion(headers: Headers, reply: FastifyReply, secure: boolean): void {
  const version = String(headers[DUES_HEADER] ?? '');
  if (!VERSION.test(version)) return;
  reply.setCookie(NAME, version, {
    path: getDashboard.path,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: LIFE_SECONDS,
  });
}

/** The version that this browser has seen or caused, for admission. */
export function duesHeaders(request: FastifyRequest): Headers {
  const version = request.cookies[NAME] ?? '';
  return VERSION.test(version) ? { [DUES_HEADER]: version } : {};
}
