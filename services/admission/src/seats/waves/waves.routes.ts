import * as calls from '@gerbang/contracts/waves';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { changeWave } from './change-wave.ts';
import { confirmWaveFee } from './confirm-wave-fee.ts';
import { createWave } from './create-wave.ts';
import { deleteWave } from './delete-wave.ts';
import { waveList } from './waves.view.ts';

/** The calls about waves of registration. */
export function wavesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.listWaves, ({ identity, query }) =>
    waveList(context, context.database.knex, { id: identity.sub, role: identity.role }, query.academic_year),
  );
  mount(app, verifier, calls.createWave, ({ identity, request, body }) =>
    createWave(context, callerOf(identity, request), body),
  );
  mount(app, verifier, calls.updateWave, ({ identity, request, params, body }) =>
    changeWave(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, calls.deleteWave, async ({ identity, request, params }) => {
    await deleteWave(context, callerOf(identity, request), params.id);
  });
  mount(app, verifier, calls.confirmWaveFee, ({ identity, request, params, body }) =>
    confirmWaveFee(context, callerOf(identity, request), params.id, body),
  );
}
