import { readRegistrationCopy } from '@gerbang/contracts/internal-calls';
import { callOrRefuse } from '@gerbang/service-kit/http/internal';
import type { Context } from '../context.ts';
import { keepRegistrations } from '../papers/keep-registrations.ts';

const LIMIT_MS = 3000;

/**
 * Hears of a registration before its events come: a family may pay right after it registered or sent a proof. Where admission
 * does not answer, the copy that is held counts.
 */
export async function hearOfRegistration(context: Context, id: string, requestId: string): Promise<void> {
  const { config, database, log } = context;
  const target = { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId, limitMs: LIMIT_MS };
  const { registration } = await callOrRefuse(readRegistrationCopy, target, { id }).catch(
    (error: unknown) => {
      log.warn({ event: 'registration_copy_held', err: error });
      return { registration: null };
    },
  );
  if (registration) await database.transaction((trx) => keepRegistrations(context, trx, [registration]));
}
