import { readFileSync } from 'node:fs';
import type { Arrivals } from './arrivals.types.ts';
import { playArrivals } from './play-arrivals.ts';

// Runs in a process of its own, so that the bench's own work does not make anybody late.
const arrivals = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Arrivals;
process.stdout.write(JSON.stringify(await playArrivals(arrivals)));
