import { verify } from '@node-rs/argon2';

/** Checks a password over and over, some at once; prints how many a second. */
const [hash = '', atOnce = '1', seconds = '4'] = process.argv.slice(2);
const start = performance.now();
const end = start + Number(seconds) * 1000;
let count = 0;
async function lane(): Promise<void> {
  while (performance.now() < end) {
    await verify(hash, 'bukan-password-nya');
    count += 1;
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, lane));
process.stdout.write(String(count / ((performance.now() - start) / 1000)));
