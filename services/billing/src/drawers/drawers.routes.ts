import * as calls from '@gerbang/contracts/drawers';
import { holdCash as holdCall, keepCashFee } from '@gerbang/contracts/internal-calls';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import type { App } from '@gerbang/service-kit/http/server';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { Context } from '../context.ts';
import { closeDrawer, signDrawer } from './change-drawer.ts';
import { drawersOfDay, livingDrawers } from './drawers.repository.ts';
import { drawerSheet, toDrawer } from './drawers.view.ts';
import { keepRegistrations } from '../papers/keep-registrations.ts';
import { findFeeReceipt } from '../papers/papers.repository.ts';
import { bookFee } from './cash-fees.repository.ts';
import { holdCash } from './hold-cash.ts';
import { openDrawer } from './open-drawer.ts';

/** Cash at the counter, by the drawer that it fell into. */
export function drawersRoutes(app: App, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, calls.listDrawers, async ({ query: { day } }) => {
    const rows =
      day === undefined ? await livingDrawers(db, jakartaDay(context.now())) : await drawersOfDay(db, day);
    return rows.map(toDrawer);
  });

  mount(app, verifier, calls.getDrawer, ({ params }) => drawerSheet(db, params.id));

  mount(app, verifier, calls.openDrawer, ({ identity, request, body }) =>
    openDrawer(context, callerOf(identity, request), body.float),
  );

  mount(app, verifier, calls.closeDrawer, withId(context, closeDrawer));

  mountInternal(app, context.config.INTERNAL_KEY, holdCall, ({ actor, ...cash }) =>
    context.database.transaction(async (trx) => {
      const { drawer_id } = await holdCash(context, trx, cash, [actor]);
      return { drawer_id };
    }),
  );

  mountInternal(app, context.config.INTERNAL_KEY, keepCashFee, ({ registration, fee }) =>
    context.database.transaction(async (trx) => {
      await keepRegistrations(context, trx, [registration]);
      await bookFee(trx, fee);
      // One that a difference replaced is issued anew with its number.
      return { receipt: (await findFeeReceipt(trx, registration.id))?.number ?? null };
    }),
  );

  mount(app, verifier, calls.signDrawer, ({ identity, request, params }) =>
    signDrawer(context, callerOf(identity, request), params.id),
  );
}
