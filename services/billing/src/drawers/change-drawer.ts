import type { closeDrawer as closeCall, drawerSheetSchema } from '@gerbang/contracts/drawers';
import { countedSum, DRAWER_MACHINE, type DrawerState, lacksReason } from '@gerbang/domain/drawers';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked, type LockedChange } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type DrawerRow, findDrawer, lockDrawer, sumDrawer, updateDrawer } from './drawers.repository.ts';
import { heldCash } from './cash-fees.repository.ts';
import { settleHeld } from './hold-cash.ts';
import { drawerSheet, noDrawerHere } from './drawers.view.ts';

type Sheet = z.input<typeof drawerSheetSchema>;

const REFUSALS: Readonly<Record<DrawerState, string>> = {
  open: 'Kas ini masih terbuka. Pemiliknya menutupnya dahulu.',
  closed: 'Kas ini sudah ditutup.',
  signed: 'Kas ini sudah ditutup dan ditandatangani.',
};

function refuseState({ state }: DrawerRow, action: 'close' | 'sign', by: 'holder' | 'second'): void {
  const present = state as DrawerState;
  if (edgeFor(DRAWER_MACHINE, present, { action, by })) return;
  const code = action === 'close' ? 'drawer_closed' : 'drawer_state';
  throw conflict(code, REFUSALS[present]);
}

const steps = (id: string) =>
  ({
    lock: (trx: Knex.Transaction) => lockDrawer(trx, id),
    notFound: noDrawerHere,
    expect: {
      actions: ['drawer.opened', 'drawer.closed', 'drawer.signed'],
      present: ({ trx }) => drawerSheet(trx, id),
    },
    view: ({ trx }) => drawerSheet(trx, id),
  }) satisfies Pick<LockedChange<DrawerRow, unknown, Sheet>, 'lock' | 'notFound' | 'expect' | 'view'>;

/**
 * Closes the caller's own drawer by what was counted, the float included. 403 for another's, 409 `drawer_closed`, `cash_under_way`, 422
 * `reason_missing` for a difference without a reason.
 */
export async function closeDrawer(
  context: Context,
  caller: Caller,
  id: string,
  { counted: typed, reason: given }: z.output<(typeof closeCall)['body']>,
): Promise<Sheet> {
  await settleHeld(context, id, caller.origin.requestId);
  return changeLocked(context.database, caller, {
    ...steps(id),
    apply: async ({ trx, present }) => {
      if (present.person_id !== caller.id) throw forbidden('Kas ditutup oleh orang yang memegangnya.');
      refuseState(present, 'close', 'holder');
      if ((await heldCash(trx, id)).length > 0) {
        throw conflict('cash_under_way', 'Satu biaya tunai masih dicatat. Tunggu sebentar, lalu coba lagi.');
      }
      const counted = countedSum(typed);
      const expected = present.float_amount + (await sumDrawer(trx, id));
      const difference = counted - expected;
      const reason = difference === 0 ? null : (given?.trim() ?? null);
      if (lacksReason(difference, reason)) {
        throw refusedField('reason_missing', 'reason', 'Tulis alasan selisihnya, paling sedikit 5 huruf');
      }
      const pieces = typeof typed === 'number' ? null : JSON.stringify(typed);
      const closed_at = context.now();
      await updateDrawer(trx, present, { state: 'closed', expected, counted, pieces, reason, closed_at });
      return { expected, counted, difference };
    },
    audit: ({ present: { day } }, { expected, counted, difference }) => ({
      action: 'drawer.closed',
      subject: id,
      details: { day, expected, counted, difference },
    }),
  });
}

/** 403 for the drawer's own person, and for an account that is no second person to that one. */
async function refuseOwn(context: Context, caller: Caller, id: string): Promise<void> {
  const drawer = await findDrawer(context.database.knex, id);
  if (!drawer) throw noDrawerHere();
  if (drawer.person_id === caller.id) {
    throw forbidden('Kas Anda ditandatangani oleh orang lain.', 'same_person');
  }
  if (context.config.FOUR_EYES === 'off' || drawer.state !== 'closed') return;
  await context.assertEyes(caller.id, [drawer.person_id], caller.origin.requestId);
}

/** Signs another person's closed drawer. 403 `same_person`, 409 `drawer_state` where it is open or signed. */
export async function signDrawer(context: Context, caller: Caller, id: string): Promise<Sheet> {
  await refuseOwn(context, caller, id);
  return changeLocked(context.database, caller, {
    ...steps(id),
    apply: async ({ trx, present, actor }) => {
      refuseState(present, 'sign', 'second');
      const by = await actor();
      await updateDrawer(trx, present, {
        state: 'signed',
        signed_by_id: by.id,
        signed_by_name: by.name,
        signed_by_role: caller.role,
        signed_at: context.now(),
      });
      return { difference: (present.counted ?? 0) - (present.expected ?? 0) };
    },
    audit: ({ present: { day } }, { difference }) => ({
      action: 'drawer.signed',
      subject: id,
      details: { day, difference },
    }),
  });
}
