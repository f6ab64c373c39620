import type { Endpoint } from '@gerbang/contracts/endpoint';
import { type Browser, BROWSER_HEADER, MAX_DEVICE_TOKEN } from '@gerbang/contracts/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Headers } from '../forwarding/exchange.ts';
import { networkPrefix } from '../limits/network.ts';
import { deviceName } from './device-name.ts';

const LIFE_SECONDS = 180 * 24 * 3600;
const TOKEN = /^[\w-]+$/u;

/** The name of the cookie by which auth knows a browser again; a `__Host-` cookie cannot be set by another subdomain. */
export const deviceCookieName = (secure: boolean): string => (secure ? '__Host-device' : 'device');

/** Whether a call gets what is known of the browser: the ways in, and what renews a session. */
export function tellsBrowser({ method, service, access, beforeFactor }: Endpoint): boolean {
  return service === 'auth' && method !== 'GET' && (access.kind === 'public' || beforeFactor === true);
}

/** What is known of the browser, for auth, which alone can verify the token. */
export function browserHeaders(request: FastifyRequest, cookieName: string): Headers {
  const device = request.cookies[cookieName] ?? '';
  const name = deviceName(request.headers['user-agent']);
  const network = networkPrefix(request.ip);
  const browser: Browser = {
    ...(device.length <= MAX_DEVICE_TOKEN && TOKEN.test(device) && { device }),
    ...(name !== null && { name }),
    ...(network !== null && { network }),
  };
  return { [BROWSER_HEADER]: JSON.stringify(browser) };
}

/** Leaves the device cookie in the browser; it survives the logout. */
export function setDeviceCookie(reply: FastifyReply, cookieName: string, token: string): void {
  reply.setCookie(cookieName, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookieName.startsWith('__Host-'),
    maxAge: LIFE_SECONDS,
  });
}
