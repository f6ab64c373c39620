import { readLoginHealth } from '@gerbang/contracts/operations';
import {
  createUser,
  deleteUser,
  exportUsers,
  listUsers,
  revokeSessions,
  updateUser,
} from '@gerbang/contracts/users';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { endSessions, originOf } from '../account-record/caller.ts';
import { loginHealth } from './login-health.repository.ts';
import { createAccount } from './create-user.ts';
import { deleteAccount } from './delete-user.ts';
import { endAccountSessions } from './revoke-sessions.ts';
import { updateAccount } from './update-user.ts';
import { listReader } from '../account-record/user-administration.ts';
import { userFile } from './export-users.ts';
import { userList } from './user-list.repository.ts';
import { toUser } from '../account-record/user.view.ts';

/** The calls of user administration. */
export function userAdministrationRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listUsers, async ({ query, reply }) =>
    sendList(reply, listUsers.path, query, userList(db, query)),
  );

  mountListFile(app, verifier, exportUsers, { ...context, actorOf: listReader }, ({ query }) =>
    userFile(db, query),
  );

  mount(app, verifier, createUser, async ({ body, identity, request }) => {
    assertFresh(identity);
    const key = request.headers['idempotency-key'];
    return createAccount(context, identity.sub, body, originOf(identity, request), key);
  });

  mount(app, verifier, updateUser, async ({ params, body, identity, request, reply }) => {
    const origin = originOf(identity, request);
    const changed = await updateAccount(context, identity, params.id, body, origin);
    if (changed.sessionsEnd) endSessions(reply, changed.account);
    return toUser(changed.account);
  });

  mount(app, verifier, deleteUser, async ({ params, identity, request, reply }) => {
    assertFresh(identity);
    const origin = originOf(identity, request);
    endSessions(reply, await deleteAccount(context, { actorId: identity.sub, id: params.id, origin }));
  });

  mount(app, verifier, revokeSessions, async ({ params, identity, request, reply }) => {
    const origin = originOf(identity, request);
    endSessions(reply, await endAccountSessions(context, { actorId: identity.sub, id: params.id, origin }));
    return { message: 'Semua sesi pengguna telah diakhiri' };
  });

  mount(app, verifier, readLoginHealth, () => loginHealth(db, context.now()));
}
