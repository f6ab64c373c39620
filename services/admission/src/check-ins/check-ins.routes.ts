import * as calls from '@gerbang/contracts/check-ins';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { rowsOf } from '@gerbang/service-kit/http/cells';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { sendSheet } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { closeSlot } from './close-slot.ts';
import { CHECK_IN_COLUMNS, listCheckIns } from './list-check-ins.ts';
import { markPresence } from './mark-presence.ts';

/** The calls about who came to the observation. */
export function checkInsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.listCheckIns, async ({ identity, request, reply, params, query }) => {
    const { format } = query;
    const list = await listCheckIns(context, callerOf(identity, request), params.id, format);
    if (!format) return list;
    async function* pages() {
      yield list.children;
    }
    const sheet = {
      title: 'Daftar hadir',
      file: 'daftar-hadir',
      columns: CHECK_IN_COLUMNS,
      rows: rowsOf(CHECK_IN_COLUMNS, pages()),
    };
    return sendSheet(reply, format, sheet, context.now()).reply;
  });
  mount(app, verifier, calls.markPresence, withId(context, markPresence));
  mount(app, verifier, calls.closeSlot, withId(context, closeSlot));
}
