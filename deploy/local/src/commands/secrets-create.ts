import { join } from 'node:path';
import { projectRoot } from '../paths.ts';
import { makeSecretFiles } from '../secret-files.ts';

const FOLDER = 'deploy/docker/secrets';

/** `npm run secrets:create`: makes the secret files of docker-compose.yml; what is there is never overwritten. */
export async function run(): Promise<number> {
  const made = await makeSecretFiles(join(projectRoot, FOLDER));
  if (made.length === 0) {
    console.log(`${FOLDER}: everything is there already, and nothing was changed.`);
    return 0;
  }
  console.log(`${FOLDER}: made ${made.length} files.`);
  if (made.includes('whatsapp_token')) {
    console.log("Put Meta's token and secret into whatsapp_token and whatsapp_app_secret.");
  }
  if (made.includes('backup_identity')) {
    console.log('backup_identity opens backups: take a copy to a safe place, apart from them.');
  }
  return 0;
}
