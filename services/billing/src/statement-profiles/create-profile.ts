import type { createStatementProfile as call } from '@gerbang/contracts/statement-profiles';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { toShape } from '../bank-statements/own-shapes.ts';
import { TableReader } from '../bank-statements/table-reader.ts';
import type { Context } from '../context.ts';
import { insertProfile } from './statement-profiles.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** Refuses a shape whose sample holds a row that it cannot read, or no movement at all; rows count from 1. */
function checkSample(id: string, { sample, ...shape }: Body): void {
  const names = shape.headers.map((_head, at) => String(at));
  const table = new TableReader({ shape: toShape({ ...shape, id }), row: 0, names }, null);
  const lines = sample.map((row) => table.line(row));
  const wrong = lines.indexOf(undefined);
  const row = wrong >= 0 ? wrong : lines.every((line) => line === null) ? 0 : null;
  if (row === null) return;
  const text = `Baris contoh ke-${row + 1} tidak dapat dibaca dengan susunan ini.`;
  throw new Problem(422, 'unreadable_row', text, {
    issues: [{ path: `sample.${row}`, message: text }],
    details: { row: row + 1 },
  });
}

/**
 * Keeps a shape of an account's statements that no built-in one fits. 422 `unknown_account`, or `unreadable_row` where the
 * sample cannot be read with it; 409 `name_taken` where the account has a shape of this name.
 */
export async function createProfile(
  { database, school }: Pick<Context, 'database' | 'school'>,
  caller: Caller,
  body: Body,
): Promise<{ id: string }> {
  const { sample: _sample, columns, ...shape } = body;
  if (!school.settings.accounts.some(({ key }) => key === body.account_key))
    throw refusedField('unknown_account', 'account_key', 'Rekening tidak dikenal');
  const id = uuidv7();
  checkSample(id, body);
  return database.transaction(async (trx) => {
    const by = await actorOf(trx, caller);
    const kept = await insertProfile(trx, {
      ...shape,
      id,
      columns: JSON.stringify(columns),
      created_by_id: by.id,
      created_by_name: by.name,
      created_by_role: caller.role,
    });
    if (!kept) throw conflict('name_taken', 'Nama susunan ini sudah dipakai');
    await audit(trx, {
      action: 'statement_profile.created',
      actor: by,
      subject: id,
      details: { account_key: body.account_key, name: body.name },
      origin: caller.origin,
    });
    return { id };
  });
}
