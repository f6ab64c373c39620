import {
  approveResultCorrection,
  askResultCorrection,
  listResultCorrections,
  withdrawResultCorrection,
} from '@gerbang/contracts/result-corrections';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { askCorrection } from './ask-correction.ts';
import { approveCorrection, withdrawCorrection } from './decide-correction.ts';
import { type CorrectionRecord, correctionRows } from './result-corrections.repository.ts';
import { toResultCorrection } from './result-corrections.view.ts';

/** Corrections of published results, which a second person approves. */
export function resultCorrectionsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listResultCorrections, ({ identity, query, reply }) =>
    sendList(reply, listResultCorrections.path, query, {
      table: 'result_corrections',
      keys: { asked_at: 'result_corrections.asked_at' },
      defaultSort: '-asked_at',
      rows: () => {
        const rows = correctionRows(context.database.knex);
        if (query.status !== undefined) void rows.where('result_corrections.status', query.status);
        return rows;
      },
      toItems: (records: CorrectionRecord[]) =>
        records.map((record) =>
          toResultCorrection(context, { id: identity.sub, role: identity.role }, record),
        ),
    }),
  );

  mount(app, verifier, askResultCorrection, withId(context, askCorrection));

  mount(app, verifier, approveResultCorrection, ({ identity, request, params, body }) => {
    assertFresh(identity);
    return approveCorrection(context, callerOf(identity, request), params.id, body);
  });

  mount(app, verifier, withdrawResultCorrection, async ({ identity, request, params }) => {
    await withdrawCorrection(context, callerOf(identity, request), params.id);
  });
}
