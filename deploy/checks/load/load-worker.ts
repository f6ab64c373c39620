import { readFileSync } from 'node:fs';
import type { Load } from './load.types.ts';
import { playLoad } from './play-load.ts';

// Runs in a process of its own, so that the bench's own work does not slow the load down.
const load = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Load;
process.stdout.write(JSON.stringify(await playLoad(load)));
