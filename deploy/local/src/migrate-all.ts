import { parseConfig } from '@gerbang/service-kit/program/config';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { DATABASES, type DatabaseUrls, migrationTargets, prepareGiven } from './databases.ts';
import { migrationSettings } from './settings.ts';

/**
 * Program: makes roles and databases where they are missing and brings every one up to date, as the owner
 * (`OWNER_DATABASE_URL`). Which ones, say the services' own URLs with the role and password that each shall have
 * (`AUTH_DATABASE_URL`, `QUEUE_DATABASE_URL`, …). The local run and production use this same step; any number of them
 * at once take turns. Any of them may be given as a file (`OWNER_DATABASE_URL_FILE`).
 */
const settings = parseConfig(migrationSettings);
const ownerUrl = settings.OWNER_DATABASE_URL;
const urls: DatabaseUrls = {};
for (const name of DATABASES) {
  const url = settings[`${name.toUpperCase() as Uppercase<typeof name>}_DATABASE_URL`];
  if (url) urls[name] = url;
}
await prepareGiven(ownerUrl, urls);
await Promise.all(migrationTargets(ownerUrl, urls).map((target) => migrate(target)));
