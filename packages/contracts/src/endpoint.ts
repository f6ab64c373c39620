import type { Role } from '@gerbang/domain/roles';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ServiceName = 'auth' | 'admission' | 'announcement' | 'billing' | 'notification' | 'gateway';

/** The callers that are let in at all, before any object is read. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] };

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
  /** The schema of the successful response by its status; exactly one. */
  readonly response: { readonly [status: number]: z.ZodType };
  /** Media types of the response where it is a file, not JSON. */
  readonly media?: readonly string[];
  /** Whether a read of it is written to the audit trail. */
  readonly audited?: boolean;
  /** A refusal that only this call has: the login's, of a wrong password. */
  readonly refuses?: 401;
  /** Largest body in bytes where it is not the usual 256 KiB. */
  readonly bodyLimit?: number;
  /** Most values in a JSON body where it is not the usual 5,000. */
  readonly bodyValues?: number;
  /** Whether the call also takes the raw file, as `application/octet-stream` or `multipart/form-data`. */
  readonly uploads?: boolean;
  /** Whether the call takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Whether the call stays open to an account that must change its password first. */
  readonly beforePasswordChange?: boolean;
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const PDF = 'application/pdf';

/** Declares a call; returns the same value with its exact types. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

/** `/api/admin/users/{id}` → `/api/admin/users/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/gu, ':$1');
}

/** The status of success that the contract declares. */
export function successStatus(value: Endpoint): number {
  const [status] = Object.keys(value.response);
  if (status === undefined) throw new Error(`${value.id} declares no answer`);
  return Number(status);
}

/** The contract's verdict on a caller: allowed, no session, or refused for the role. */
export function cell(value: Endpoint, caller: Role | 'anon'): 'allowed' | 401 | 403 {
  if (value.access.kind === 'public') return 'allowed';
  if (caller === 'anon') return 401;
  if (value.access.kind === 'session') return 'allowed';
  return value.access.roles.includes(caller) ? 'allowed' : 403;
}
