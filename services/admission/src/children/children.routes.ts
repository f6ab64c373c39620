import {
  createChild as createCall,
  deleteChild as deleteCall,
  getChild,
  listChildren,
  replaceChild,
  updateChild,
} from '@gerbang/contracts/children';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { changeChild } from './change-child.ts';
import { noChild } from '../registration-record/child-rules.ts';
import { isChildLocked, ownChild } from '../registration-record/children.repository.ts';
import { toChild, childList } from './children.view.ts';
import { createChild } from './create-child.ts';
import { deleteChild } from './delete-child.ts';

/** The family's calls about its children. */
export function childrenRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listChildren, ({ identity, query, reply }) =>
    sendList(reply, listChildren.path, query, childList(db, identity.sub, query)),
  );

  mount(app, verifier, createCall, ({ identity, request, body }) =>
    createChild(context, callerOf(identity, request), body),
  );

  mount(app, verifier, getChild, async ({ identity, params }) => {
    const record = await ownChild(db, identity.sub, params.id);
    if (!record) throw noChild();
    return toChild(context.columns, record, await isChildLocked(db, record.id));
  });

  for (const call of [updateChild, replaceChild]) {
    mount(app, verifier, call, ({ identity, request, params, body }) =>
      changeChild(context, callerOf(identity, request), params.id, body),
    );
  }

  mount(app, verifier, deleteCall, async ({ identity, request, params }) => {
    await deleteChild(context, callerOf(identity, request), params.id);
  });
}
