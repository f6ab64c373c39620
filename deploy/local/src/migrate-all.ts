import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, refuseParted } from '@gerbang/service-kit/data/migrate';
import { problemOf } from '@gerbang/service-kit/http/problems';
import { ConfigError, parseConfig } from '@gerbang/service-kit/program/config';
import { abandon } from '@gerbang/service-kit/program/shutdown';
import { DATABASES, type DatabaseUrls, migrationTargets, prepareGiven } from './databases.ts';
import { migrationSettings } from './settings.ts';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 1000;

/**
 * Program: makes roles and databases where they are missing and brings every one up to date, as the owner
 * (`OWNER_DATABASE_URL`). Which ones, say the services' own URLs with the role and password that each shall have
 * (`AUTH_DATABASE_URL`, `QUEUE_DATABASE_URL`, …). The local run and production use this same step; any number of them
 * at once take turns. Any of them may be given as a file (`OWNER_DATABASE_URL_FILE`). A database that is away for a
 * moment is waited for: what was done stays, and each further try goes on from there.
 */
async function run(): Promise<void> {
  const { OWNER_DATABASE_URL: ownerUrl, ...given } = parseConfig(migrationSettings);
  const urls: DatabaseUrls = {};
  for (const name of DATABASES) {
    const url = given[`${name.toUpperCase() as Uppercase<typeof name>}_DATABASE_URL`];
    if (url) urls[name] = url;
  }
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    const failure = await tryOnce(ownerUrl, urls);
    if (failure === null) return;
    const { message } = failure;
    if (problemOf(failure).statusCode !== 503 || Date.now() > end) {
      const kept =
        'The programs that run go on; mend the cause and run the migration again, it goes on from here.';
      throw new ConfigError(`The migration failed: ${message}\n${kept}`);
    }
    console.error(`The migration waits for the database: ${message}`);
  }
}

/** One whole try; returns what failed, after all databases have ended. */
async function tryOnce(ownerUrl: string, urls: DatabaseUrls): Promise<Error | null> {
  const targets = migrationTargets(ownerUrl, urls);
  try {
    await prepareGiven(ownerUrl, urls);
    // Before the first is changed: what these sources refuse, an older state can still bring up to date as a whole.
    await Promise.all(targets.map(({ url, directory }) => refuseParted(url, directory)));
  } catch (error) {
    return error as Error;
  }
  const ended = await Promise.allSettled(targets.map((target) => migrate(target)));
  return ended.find((one) => one.status === 'rejected')?.reason ?? null;
}

await run().catch(abandon);
