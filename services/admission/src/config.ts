import { checkFilesConfig, filesConfig } from '@gerbang/file-store/config';
import {
  limit,
  secretBytes,
  secretly,
  serviceConfig,
  sharedConfig,
} from '@gerbang/service-kit/program/config';
import { storeConfig } from '@gerbang/service-kit/program/store-config';
import { payChannelsConfig } from '@gerbang/service-kit/snap/pay-config';
import { ACCOUNT_WAIT_HOURS } from '@gerbang/domain/school-versions';
import { z } from 'zod';

/** The variables that programs beside the service need. */
export const storeSchema = z.object(storeConfig);

const settings = storeSchema.extend({
  ...serviceConfig,
  CODE_KEY: secretBytes.meta(secretly('goes into the hashes of contact-phone codes')),
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  AUTH_URL: z.url().describe('address of auth'),
  BILLING_URL: z.url().describe('address of billing'),
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  ...filesConfig,
  FOUR_EYES: sharedConfig.FOUR_EYES,
  ...payChannelsConfig,
  ACCOUNT_CHANGE_DELAY_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(720)
    .default(ACCOUNT_WAIT_HOURS)
    .describe('hours that a change of the official accounts waits after its activation; 0 = not at all'),
  /** Exports of a family's own data in an hour. */
  EXPORTS_PER_HOUR: limit(5).describe('copies of their own data that a person may take in an hour'),
  STAFF_EXPORTS_PER_HOUR: limit(60).describe('exports of a list that a member of staff may take in an hour'),
  CONTACT_CODES_PER_MINUTE: limit(1).describe('codes for one profile’s phone in a minute'),
  CONTACT_CODES_PER_HOUR: limit(3).describe('codes for one profile’s phone in an hour'),
  CONTACT_CODES_PER_DAY: limit(5).describe('codes for one profile’s phone in a day'),
  CONTACT_CODES_PER_NUMBER: limit(15).describe(
    'codes to one number in a day, over all accounts that do not log in by it',
  ),
  CONTACT_CODES_PER_ADDRESS: limit(20).describe(
    'codes asked for by one address (IPv6: one /64 network) in an hour',
  ),
  CHILDREN_PER_DAY: limit(10).describe('children that an account may add in 24 hours'),
  REGISTRATIONS_PER_DAY: limit(10).describe('registrations that an account may make in 24 hours'),
  NIK_ENTRIES_PER_DAY: limit(10).describe('times that an account may enter a child’s NIK in 24 hours'),
  NIK_CHANGES_PER_CHILD: limit(5).describe('times that the NIK of one child may be entered in 24 hours'),
  UPLOADS_PER_HOUR_PARENT: limit(20).describe('uploads of a parent in an hour'),
  UPLOAD_BYTES_PER_DAY_PARENT: limit(100 * 1024 * 1024).describe('bytes of a parent’s uploads in a day'),
  UPLOADS_PER_HOUR_STAFF: limit(300).describe('uploads of a member of staff in an hour'),
  UPLOAD_BYTES_PER_DAY_STAFF: limit(2 * 1024 * 1024 * 1024).describe(
    'bytes of a member of staff’s uploads in a day',
  ),
});

/** Everything that the service reads from its environment. */
export const configSchema = checkFilesConfig(settings);
export type Config = z.output<typeof configSchema>;

/** A limit by address or account: a hundred times wider in the local run, where all callers share one address. */
export function localLimit(config: Config, value: number): number {
  return config.LOCAL_RUN ? value * 100 : value;
}
