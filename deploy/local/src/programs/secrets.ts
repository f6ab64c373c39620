import { UsageError } from '../child.ts';
import { createSecrets, rotateIdentity } from '../secret-files.ts';

/**
 * Program of the container `secrets`, for servers without Node: makes the secret files of docker-compose.yml, or with
 * `rotate-identity` takes the next step of changing the secret of identities.
 */
try {
  process.exitCode = process.argv[2] === 'rotate-identity' ? await rotateIdentity() : await createSecrets();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
