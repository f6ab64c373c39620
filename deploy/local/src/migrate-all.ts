import { withFiles } from '@gerbang/service-kit/config';
import { migrate } from '@gerbang/service-kit/migrate';
import { DATABASES, type DatabaseUrls, migrationTargets, prepareGiven } from './databases.ts';

/**
 * Program: makes roles and databases where they are missing and brings every one up to date, as the owner
 * (`OWNER_DATABASE_URL`). Which ones, say the services' own URLs with the role and password that each shall have
 * (`AUTH_DATABASE_URL`, `QUEUE_DATABASE_URL`, …). The local run and production use this same step; any number of them
 * at once take turns. Any of them may be given as a file (`OWNER_DATABASE_URL_FILE`).
 */
const wanted = DATABASES.map((name) => `${name.toUpperCase()}_DATABASE_URL`);
const env = withFiles(process.env, ['OWNER_DATABASE_URL', ...wanted]);
const ownerUrl = env.OWNER_DATABASE_URL;
if (!ownerUrl) throw new Error('OWNER_DATABASE_URL must be set');
const urls: DatabaseUrls = {};
for (const name of DATABASES) {
  const url = env[`${name.toUpperCase()}_DATABASE_URL`];
  if (url) urls[name] = url;
}
await prepareGiven(ownerUrl, urls);
await Promise.all(migrationTargets(ownerUrl, urls).map((target) => migrate(target)));
