import { verify } from '@node-rs/argon2';

/** Program: checks a password over and over, some at once, and prints how many a second. */
const [hash = '', parallel = '1', seconds = '4'] = process.argv.slice(2);
const start = performance.now();
const end = start + Number(seconds) * 1000;
let count = 0;
async function lane(): Promise<void> {
  while (performance.now() < end) {
    await verify(hash, 'bukan-password-nya');
    count += 1;
  }
}
await Promise.all(Array.from({ length: Number(parallel) }, lane));
process.stdout.write(String(count / ((performance.now() - start) / 1000)));
