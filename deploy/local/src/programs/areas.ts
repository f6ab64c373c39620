import { admission } from '@gerbang/admission-service/service';
import { announcement } from '@gerbang/announcement-service/service';
import { auth } from '@gerbang/auth-service/service';
import { billing } from '@gerbang/billing-service/service';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { type ServiceHalf, startService } from '@gerbang/service-kit/program/service';
import { partEnv } from './part-env.ts';

/** Starts these halves of each of the four services of the areas in this process; resolves with the functions that stop them. */
export function startAreas(...halves: readonly ServiceHalf[]): Promise<(() => Promise<void>)[]> {
  return Promise.all([
    startService(auth, parseConfig(auth.config, partEnv('auth')), halves),
    startService(admission, parseConfig(admission.config, partEnv('admission')), halves),
    startService(announcement, parseConfig(announcement.config, partEnv('announcement')), halves),
    startService(billing, parseConfig(billing.config, partEnv('billing')), halves),
  ]);
}
