import * as calls from '@gerbang/contracts/list-views';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeView, deleteView, saveView, toView } from './keep-view.ts';
import { viewsOf } from './list-views.repository.ts';

/** Ways to show a list that staff keep by name. */
export function listViewsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.listViews, async ({ query, identity }) => {
    const views = await viewsOf(context.database.knex, query.list, identity.sub, identity.role);
    return views.map((view) => toView(view, identity.sub));
  });
  mount(app, verifier, calls.saveListView, ({ body, identity, request }) =>
    saveView(context, callerOf(identity, request), body),
  );
  mount(app, verifier, calls.changeListView, ({ params, body, identity, request }) =>
    changeView(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, calls.deleteListView, ({ params, identity, request }) =>
    deleteView(context, callerOf(identity, request), params.id),
  );
}
