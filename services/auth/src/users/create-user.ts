import { createUser, type User } from '@gerbang/contracts/users';
import { refuseCreation } from '@gerbang/domain/users';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { publishAccount } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { refuseOwnData } from '../account-record/password-policy.ts';
import { enforce, lockActor } from '../account-record/user-administration.ts';
import { insertAccount } from '../account-record/users.repository.ts';
import { orTaken, refuseTaken } from '../account-record/taken.repository.ts';
import { tellAdmins } from './tell-admins.ts';
import { toUser } from '../account-record/user.view.ts';

/** Creates an account with a temporary password that its owner must change; a repeat with the same key changes nothing. */
export async function createAccount(
  context: Context,
  actorId: string,
  body: z.output<(typeof createUser)['body']>,
  origin: Origin,
  idempotencyKey: unknown,
): Promise<User> {
  const { name, email, role, password } = body;
  const phone = body.contact_phone ?? null;
  const once = {
    database: context.database,
    sealer: context.sealer,
    userId: actorId,
    route: createUser.id,
    key: idempotencyKey,
    // The stored hash of the body would let a short password be guessed, so the password goes in under a secret key.
    body: { ...body, password: context.hash('idempotency', password).toString('base64url') },
  };
  const { answer } = await orTaken('contact_phone', () =>
    withIdempotency(once, async (trx) => {
      const actor = await lockActor(trx, actorId);
      enforce(refuseCreation(actor, role));
      refuseOwnData(password, 'password', { name, email, phone });
      await refuseTaken(trx, { email, phone }, 'contact_phone');
      const account = await insertAccount(trx, {
        id: uuidv7(),
        name,
        email,
        role,
        contact_phone: phone,
        password_hash: await context.hasher.hash(password),
        must_change_password: true,
        made_by: [actorId],
      });
      await audit(trx, { action: 'user.created', actor, subject: account.id, details: { role }, origin });
      await publishAccount(context.outbox, trx, account, origin.requestId);
      await tellAdmins(context, trx, account, 'created', origin.requestId);
      return toUser(account);
    }),
  );
  return answer;
}
