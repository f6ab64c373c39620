import type { Import } from '@gerbang/contracts/import-shapes';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { noImport } from './change-import.ts';
import { standOf, writePositions } from './import-rows.repository.ts';
import { type ImportRecord, lockImport, updateImport } from './imports.repository.ts';
import { toImport } from './imports.view.ts';
import { judgeImport, readRows } from './look-at-import.ts';

const STATES = {
  reading: 'Daftar ini masih dibaca. Tunggu sebentar.',
  preview: 'Impor ini belum dimulai.',
  running: 'Impor ini sedang berjalan.',
  stopped: 'Impor ini sudah dihentikan.',
  done: 'Impor ini sudah selesai.',
  undone: 'Impor ini sudah dibatalkan.',
} as const;

/** 409 for an import that is in another state. */
export function refuseState({ state }: ImportRecord, allowed: readonly ImportRecord['state'][]): void {
  if (!allowed.includes(state)) throw conflict('import_state', STATES[state]);
}

/** Starts an import, or goes on with one that was stopped; the rows are written in the background. 409 where nothing is to be done. */
export async function startImport(context: Context, caller: Caller, id: string): Promise<Import> {
  const { database, columns, now } = context;
  return database.transaction(async (trx) => {
    const found = await lockImport(trx, columns, id);
    if (!found) throw noImport();
    refuseState(found, ['preview', 'stopped']);
    if (found.state === 'preview') {
      // What the portal knows may have changed since the preview.
      await judgeImport(context, trx, found);
      const ready = await readRows(context, trx, found, { ready: true });
      if (ready.length === 0) throw conflict('nothing_to_do', 'Tidak ada baris yang dapat diimpor.');
      await writePositions(
        trx,
        ready.toSorted((a, b) => (a.order < b.order ? -1 : 1)).map(({ row }) => row.id),
      );
    }
    const by = await actorOf(trx, caller);
    const again = found.started_at !== null;
    await updateImport(trx, found, {
      state: 'running',
      ended_at: null,
      ...(!again && { started_at: now(), by }),
    });
    await audit(trx, {
      action: again ? 'import.continued' : 'import.started',
      actor: by,
      subject: id,
      origin: caller.origin,
    });
    const started = await lockImport(trx, columns, id);
    if (!started) throw noImport();
    return toImport(context, trx, started);
  });
}

/** Stops an import after the row that is being written. */
export async function stopImport(context: Context, caller: Caller, id: string): Promise<Import> {
  return context.database.transaction(async (trx) => {
    const found = await lockImport(trx, context.columns, id);
    if (!found) throw noImport();
    refuseState(found, ['running']);
    await updateImport(trx, found, { state: 'stopped', ended_at: context.now() });
    await audit(trx, {
      action: 'import.stopped',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { done: (await standOf(trx, id)).done },
      origin: caller.origin,
    });
    const stopped = await lockImport(trx, context.columns, id);
    if (!stopped) throw noImport();
    return toImport(context, trx, stopped);
  });
}
