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
import type { Context } from '../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
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

  mount(app, verifier, createCall, withBody(context, createChild));

  mount(app, verifier, getChild, async ({ identity, params }) => {
    const record = await ownChild(db, identity.sub, params.id);
    if (!record) throw noChild();
    return toChild(context.columns, record, await isChildLocked(db, record.id));
  });

  for (const call of [updateChild, replaceChild]) {
    mount(app, verifier, call, withId(context, changeChild));
  }

  mount(app, verifier, deleteCall, withId(context, deleteChild));
}
