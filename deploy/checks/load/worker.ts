import { readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import { type Payers, playPayers } from './payers.ts';
import { type Arrivals, type Load, playArrivals, playLoad } from './play.ts';

/** Checks a password over and over, `parallel` at once. */
export interface Hashing {
  hash: string;
  parallel: number;
  seconds: number;
}

export interface Hashed {
  perSecond: number;
  /** CPU milliseconds of one check. */
  cpuMs: number;
}

async function hashing({ hash, parallel, seconds }: Hashing): Promise<Hashed> {
  const before = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  async function lane(): Promise<void> {
    while (performance.now() < end) {
      await verify(hash, 'bukan-password-nya');
      count += 1;
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane));
  const { user, system } = process.cpuUsage(before);
  const perSecond = count / ((performance.now() - start) / 1000);
  return { perSecond, cpuMs: (user + system) / 1000 / count };
}

/** Program: plays a load, arrivals, payers or hashing from a JSON file and prints the result as JSON. */
const PLAYS = { load: playLoad, arrivals: playArrivals, payers: playPayers, hashing };
const [kind = 'load', file = ''] = process.argv.slice(2);
const input = JSON.parse(readFileSync(file, 'utf8')) as Load & Arrivals & Payers & Hashing;
process.stdout.write(JSON.stringify(await PLAYS[kind as keyof typeof PLAYS](input)));
