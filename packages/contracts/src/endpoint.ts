import type { Role } from '@gerbang/domain/roles';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ServiceName = 'auth' | 'admission' | 'announcement' | 'billing' | 'notification' | 'gateway';

/** The callers that are let in at all, before any object is read. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] };

/** How long a `long` call may take, in milliseconds; proxies in front of the portal have to wait as long. */
export const LONG_MS = 120_000;

/** One call: the server mounts it, the client calls it, the gateway routes by it, OpenAPI is made from it. */
export interface Endpoint {
  /** The row of the authorization table. */
  readonly id: string;
  readonly method: Method;
  /** Path with parameters in braces, as in the specification: `/api/admin/users/{id}`. */
  readonly path: string;
  readonly service: ServiceName;
  readonly access: Access;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The schemas of the successful responses by status; a handler that has several sets all but the lowest itself. */
  readonly response: { readonly [status: number]: z.ZodType };
  /** Media types of the response where it is a file, not JSON. */
  readonly media?: readonly string[];
  /** Whether a read of it is written to the audit trail. */
  readonly audited?: boolean;
  /** Whether a page of another site may not start it, also by a link: it is costly, or a read of it is of use to a stranger. */
  readonly ownPages?: boolean;
  /** A refusal that only this call has: the login's, of a wrong password. */
  readonly refuses?: 401;
  /** Largest body in bytes where it is not the usual 256 KiB. */
  readonly bodyLimit?: number;
  /** Most values in a JSON body where it is not the usual 5,000. */
  readonly bodyValues?: number;
  /** Whether the call also takes the raw file, as `application/octet-stream` or `multipart/form-data`. */
  readonly uploads?: boolean;
  /** Requests a minute that one address may make of this call, where it is fewer than of all together. */
  readonly perMinute?: number;
  /** Whether the call may wait for its turn at the service, which then hears when the caller leaves. */
  readonly waits?: boolean;
  /** Whether the call goes family by family over a whole list, and may take up to `LONG_MS`. */
  readonly long?: boolean;
  /** Whether its response may stay open. Pages send it by themselves, so it does not keep a session alive. */
  readonly stream?: boolean;
  /** Whether the call takes an `Idempotency-Key`, or is refused without one. */
  readonly idempotent?: boolean | 'required';
  /** Whether the call stays open to an account that must change its password first. */
  readonly beforePasswordChange?: boolean;
  /** Whether the call stays open to an account that must add a second factor first. */
  readonly beforeFactor?: boolean;
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV = 'text/csv';
export const PDF = 'application/pdf';
export const CALENDAR = 'text/calendar';

/** Declares a call; returns the same value with its exact types. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

/** `/api/admin/users/{id}` → `/api/admin/users/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/gu, ':$1');
}

/** Such a question is asked once, so zod compiles no program for it: a tenth of a millisecond and 4 KB for each call. */
const ONCE = { jitless: true };

/** Whether every declared field is optional, so that a request without a body counts as `{}`. */
export function takesNoBody({ body }: Endpoint): boolean {
  return body?.safeParse({}, ONCE).success === true;
}

/** The statuses of success that the contract declares, the usual one first. */
export function successStatuses(value: Endpoint): readonly [number, ...number[]] {
  const [first, ...others] = Object.keys(value.response).map(Number);
  if (first === undefined) throw new Error(`${value.id} declares no answer`);
  return [first, ...others];
}

/** The contract's verdict on a caller: allowed, no session, or refused for the role. */
export function cell(value: Endpoint, caller: Role | 'anon'): 'allowed' | 401 | 403 {
  if (value.access.kind === 'public') return 'allowed';
  if (caller === 'anon') return 401;
  if (value.access.kind === 'session') return 'allowed';
  return value.access.roles.includes(caller) ? 'allowed' : 403;
}
