import { buildFrontEnds } from '../front-ends.ts';

/** `npm run build`: builds the front ends whose sources changed (images; `npm run up` does it by itself). */
export async function run(): Promise<number> {
  await buildFrontEnds((line) => console.log(line));
  return 0;
}
