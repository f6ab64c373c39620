import type { Handlers } from '@gerbang/service-kit/events/consumers';
import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import type { Service } from '@gerbang/service-kit/program/service';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { inviteOnce } from './password-resets/invite-family.ts';
import { eraseAccount } from './erasure-requests/erase-account.ts';
import { refuseDemoAccounts } from './demo/seed-demo.ts';
import { numbersFreedInADay, wrongCodesInAnHour } from './housekeeping/housekeeping.repository.ts';
import { chores } from './housekeeping/housekeeping.ts';
import { retentionRules } from './housekeeping/retention.ts';
import { readCommonPasswords } from './account-record/password-policy.ts';

const COMMON_PASSWORDS = new URL('../data/common-passwords.txt', import.meta.url);

/** The handlers of auth's events. */
export const eventHandlers = (context: Context): Handlers => ({
  'data.erased': (trx, erased) => eraseAccount(context, trx, erased),
  'school.changed': saveSchool,
  'counter.child.entered': (trx, entered) => inviteOnce(context, trx, entered.userId),
});

/** The auth service. */
export const auth: Service<Config, Context> = {
  name: 'auth',
  config: configSchema,
  context: ({ config, database, log }) =>
    buildContext(config, database, readCommonPasswords(COMMON_PASSWORDS), log),
  app: async (options, context) => (await import('./app.ts')).buildApp(options, context),
  check: ({ config, database }) => refuseDemoAccounts(database.knex, config.LOCAL_RUN),
  events: (context) => ({ queue: 'auth', handlers: eventHandlers(context) }),
  retention: ({ database }) => retentionRules(database),
  chores,
  metrics: (metrics, { database, line }) => {
    metrics.gauge('reset_codes_wrong', 'Wrong reset codes of the last hour, all accounts', () =>
      wrongCodesInAnHour(database.knex),
    );
    metrics.gauge('login_line_length', 'People who wait for their login, at all processes', () =>
      line.length(),
    );
    metrics.gauge(
      'phones_freed_day',
      'Numbers of the last day that left an unproved account by a proof',
      () => numbersFreedInADay(database.knex),
    );
  },
};
