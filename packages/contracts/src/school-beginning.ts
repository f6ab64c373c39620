import { BLANK_SETTINGS } from '@gerbang/domain/school-settings';
import { type School, schoolSchema, settingsSchema } from './school.ts';

/** A school before its first settings: closed, without a level, a fee or an account. */
const BLANK_SCHOOL: School = settingsSchema.parse(BLANK_SETTINGS);

/** Whether families would read the sample school's name, contact or account in these settings. */
function isInvented({ name, contact_whatsapp, accounts }: School): boolean {
  const sample = schoolSchema.parse({});
  return (
    name === sample.name ||
    contact_whatsapp === sample.contact_whatsapp ||
    accounts.some(({ account_number: one }) => sample.accounts.some((other) => other.account_number === one))
  );
}

/** The file without the sample school's tables of fees: families and finance read a fee from them. */
function withoutSampleFees(file: School): School {
  const samples = new Set(schoolSchema.parse({}).fee_tables.map((table) => JSON.stringify(table)));
  return { ...file, fee_tables: file.fee_tables.filter((table) => !samples.has(JSON.stringify(table))) };
}

/**
 * The settings with which a portal begins that has no stored version: those of its configuration file as version 1.
 * Where they would show families an invented name, contact or account and `samples` does not allow it, the school begins
 * blank and closed as version 0, until the first activation; its tables of fees are left out of any other file.
 */
export function schoolBeginning(
  file: School,
  samples: boolean,
): { readonly version: 0 | 1; readonly settings: School } {
  if (samples) return { version: 1, settings: file };
  return isInvented(file)
    ? { version: 0, settings: BLANK_SCHOOL }
    : { version: 1, settings: withoutSampleFees(file) };
}
