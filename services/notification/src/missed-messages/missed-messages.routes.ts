import * as contract from '@gerbang/contracts/missed-messages';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { App } from '@gerbang/service-kit/http/server';
import type { Context } from '../context.ts';
import { markContacted, showPhone } from './contact-family.ts';
import { missedList } from './missed-list.ts';
import { countUnreached } from './missed-messages.repository.ts';
import { resendMissed } from './resend-missed.ts';

/** The calls about families that missed messages. */
export function missedMessagesRoutes(app: App, verifier: Verifier, context: Context): void {
  mount(app, verifier, contract.listMissed, async ({ query, reply }) => {
    const { families, total } = await missedList(context, query);
    reply.header('x-total-count', total);
    return families;
  });
  mount(app, verifier, contract.showFamilyPhone, ({ identity, request, params }) =>
    showPhone(context, callerOf(identity, request), params.id),
  );
  mount(app, verifier, contract.resendMissed, ({ identity, request, params }) =>
    resendMissed(context, callerOf(identity, request), params.id),
  );
  mount(app, verifier, contract.markContacted, ({ identity, request, params, body }) =>
    markContacted(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, contract.readReach, async ({ body }) => ({
    unreached: await countUnreached(context.database.knex, body.account_ids, context.letters !== null),
  }));
}
