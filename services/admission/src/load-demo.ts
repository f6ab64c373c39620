import { parseArgs } from 'node:util';
import { fileIdOf } from '@gerbang/contracts/files';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { uuidv7 } from 'uuidv7';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { keepSlip } from './demo-family.ts';
import { loadDemo } from './demo-load/load.ts';

const MOST = 200_000;

/** Program: adds made-up registrations (`--registrations N [--seed S]`), for looking at and measuring. Local run only. */
const config = parseConfig(configSchema);
const { values } = parseArgs({
  options: { registrations: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});
const [registrations, seed] = [Number(values.registrations), Number(values.seed)];
if (!config.LOCAL_RUN) {
  process.stderr.write('Made-up registrations are for the local run (LOCAL_RUN=1) only.\n');
  process.exitCode = 1;
} else if (
  !(Number.isInteger(registrations) && registrations > 0 && registrations <= MOST) ||
  !Number.isInteger(seed)
) {
  process.stderr.write(`--registrations takes 1 to ${MOST}, --seed a whole number.\n`);
  process.exitCode = 1;
} else {
  const database = createDatabase(config.DATABASE_URL, { name: 'admission-load', max: 2 });
  try {
    const context = buildContext(config, database, createLogger('admission-load', 'warn'));
    const link = await keepSlip(context, context.store, { id: uuidv7(), role: 'finance' });
    const proofId = fileIdOf(link);
    if (proofId === null) throw new Error('the proof has no id');
    await context.database.knex('files').where({ id: proofId }).update({
      attached_at: new Date(),
      attached_to: 'registration_payment',
      record_id: proofId,
    });
    const start = Date.now();
    await loadDemo(context, { registrations, seed, proofId });
    process.stdout.write(
      `${registrations} registrations made in ${Math.round((Date.now() - start) / 1000)} s\n`,
    );
  } finally {
    await database.close();
  }
}
