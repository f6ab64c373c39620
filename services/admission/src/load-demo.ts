import { parseArgs } from 'node:util';
import { fileIdOf } from '@gerbang/contracts/files';
import { ProgramError, type ProgramParts } from '@gerbang/service-kit/program/programs';
import { uuidv7 } from 'uuidv7';
import type { Config } from './config.ts';
import { buildContext } from './context.ts';
import { keepSlip } from './demo-family.ts';
import { loadDemo } from './demo-load/load.ts';

const MOST = 200_000;

/** Adds made-up registrations (`--registrations N [--seed S]`), to look at and to measure. */
export async function load({ config, database, log, args, say }: ProgramParts<Config>): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { registrations: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
  });
  const [registrations, seed] = [Number(values.registrations), Number(values.seed)];
  const fits = Number.isInteger(registrations) && registrations > 0 && registrations <= MOST;
  if (!fits || !Number.isInteger(seed)) {
    throw new ProgramError(`--registrations takes 1 to ${MOST}, --seed a whole number.`);
  }
  const context = buildContext(config, database, log);
  const link = await keepSlip(context, context.store, { id: uuidv7(), role: 'finance' });
  const proofId = fileIdOf(link);
  if (proofId === null) throw new Error('the proof has no id');
  await database.knex('files').where({ id: proofId }).update({
    attached_at: new Date(),
    attached_to: 'registration_payment',
    record_id: proofId,
  });
  const start = Date.now();
  await loadDemo(context, { registrations, seed, proofId });
  say(`${registrations} registrations made in ${Math.round((Date.now() - start) / 1000)} s`);
}
