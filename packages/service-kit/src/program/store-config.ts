import { schoolSetting } from '@gerbang/contracts/school-setting';
import { baseConfig, sharedConfig } from './config.ts';

/** What programs beside a service with sealed columns and the school's settings need. */
export const storeConfig = {
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AUDIT_KEY: sharedConfig.AUDIT_KEY,
  BUS_KEYS: sharedConfig.BUS_KEYS,
  COLUMN_KEYS: sharedConfig.COLUMN_KEYS,
  BLIND_INDEX_KEY: sharedConfig.BLIND_INDEX_KEY,
  SCHOOL_CONFIG: schoolSetting,
  SAMPLE_SCHOOL: sharedConfig.SAMPLE_SCHOOL,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
};
