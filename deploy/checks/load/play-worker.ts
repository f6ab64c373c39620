import { readFileSync } from 'node:fs';
import { type Arrivals, type Load, playArrivals, playLoad } from './play.ts';

/** Program: plays a load or arrivals from a JSON file and prints the result as JSON. */
const [kind, file = ''] = process.argv.slice(2);
const input = JSON.parse(readFileSync(file, 'utf8')) as Load & Arrivals;
process.stdout.write(JSON.stringify(await (kind === 'load' ? playLoad(input) : playArrivals(input))));
