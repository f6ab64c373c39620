import * as calls from '@gerbang/contracts/number-requests';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { type Files, mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../account-record/caller.ts';
import { currentActor } from '../account-record/user-administration.ts';
import type { Context } from '../context.ts';
import { decideNumberRequest } from './decide-number-request.ts';
import { numberRequestFile } from './export-number-requests.ts';
import { findAccounts } from './find-accounts.ts';
import { numberRequestList, toNumberRequest } from './number-requests.view.ts';
import { openNumberRequest } from './open-number-request.ts';
import { stopNumberRequest } from './stop-number-request.ts';

/** The calls about lost numbers: for staff, and for the person who still has the old number. */
export function numberRequestRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, calls.openNumberRequest, async ({ params, body, identity, request }) =>
    toNumberRequest(
      await openNumberRequest(context, identity.sub, params.id, body, originOf(identity, request)),
    ),
  );

  mount(app, verifier, calls.decideNumberRequest, async ({ params, body, identity, request }) => {
    if (body.decision === 'approved') assertFresh(identity);
    return toNumberRequest(
      await decideNumberRequest(context, identity.sub, params.id, body, originOf(identity, request)),
    );
  });

  mount(app, verifier, calls.listNumberRequests, ({ query, reply }) =>
    sendList(reply, calls.listNumberRequests.path, query, numberRequestList(db, query)),
  );

  const files: Files = {
    ...context,
    actorOf: (trx, { id }) => currentActor(trx, id, 'number_requests.open'),
  };
  mountListFile(app, verifier, calls.exportNumberRequests, files, ({ query }) =>
    numberRequestFile(db, query),
  );

  mount(app, verifier, calls.findNumberAccounts, ({ query, identity, request }) =>
    findAccounts(context, identity.sub, query.search, originOf(identity, request)),
  );

  mount(app, verifier, calls.stopNumberRequest, async ({ body, identity, request }) => {
    await stopNumberRequest(context, body.token, originOf(identity, request));
    return { message: 'Nomor akun Anda tidak berubah.' };
  });
}
