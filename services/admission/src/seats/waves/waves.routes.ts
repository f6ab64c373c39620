import * as calls from '@gerbang/contracts/waves';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
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
  mount(app, verifier, calls.createWave, withBody(context, createWave));
  mount(app, verifier, calls.updateWave, withId(context, changeWave));
  mount(app, verifier, calls.deleteWave, withId(context, deleteWave));
  mount(app, verifier, calls.confirmWaveFee, withId(context, confirmWaveFee));
}
