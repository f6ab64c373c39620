import type { Role } from '@gerbang/domain/roles';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';

/** Rows that the provider's word brings about. It is no account and no role to log in with. */
export const PAY_ACTOR_ID = '00000000-0000-4000-8000-000000001801';

/** The provider as the caller of a booking. */
export const payCaller = ({ config }: Pick<Context, 'config'>, requestId: string): Caller => ({
  id: PAY_ACTOR_ID,
  role: 'system' as Role,
  name: `Sistem · ${config.PAY_PROVIDER_NAME}`,
  origin: { address: '', requestId },
  ifMatch: undefined,
  idempotencyKey: undefined,
});
