import { createHash } from 'node:crypto';
import type { Role } from '@gerbang/domain/roles';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';

/** The id of a provider in the rows that its word brings about, from its name (UUID version 8, RFC 9562). It is no account. */
function actorId(provider: string): string {
  const hash = createHash('sha256').update(`provider of payments: ${provider}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The provider as the caller of a booking: no role to log in with. */
export const payCaller = ({ config }: Pick<Context, 'config'>, requestId: string): Caller => ({
  id: actorId(config.PAY_PROVIDER_NAME),
  role: 'system' as Role,
  name: `Sistem · ${config.PAY_PROVIDER_NAME}`,
  origin: { address: '', requestId },
  ifMatch: undefined,
  idempotencyKey: undefined,
});
