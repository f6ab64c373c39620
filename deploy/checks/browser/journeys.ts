import { parseArgs } from 'node:util';
import { launch } from './browser.ts';
import { DOCUMENT_JOURNEYS } from './document-journeys.ts';
import { FAMILY_JOURNEYS } from './family-journeys.ts';
import { Journeys } from './journey.ts';
import { STAFF_JOURNEYS } from './staff-journeys.ts';
import { openTarget } from './target.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } });

if (values.help) {
  console.log(`npm run journeys [-- --only <words of a name>]
Goes the usual ways of a family (phone) and of the staff (desktop) in a real browser, and prints taps, keys and seconds
of each beside those of before as a Markdown table. Uses the portal of 'npm run up' (or GERBANG_URL with SIMULATOR_URL)
when it runs, else starts one of its own. Exit code 1 where a way does not lead to its end.`);
} else process.exitCode = await goAll(values.only ?? '');

async function goAll(only: string): Promise<number> {
  const target = await openTarget((line) => console.log(line));
  const browser = await launch();
  const journeys = new Journeys(browser, target);
  let failed = 0;
  try {
    console.log('| Journey | Before | Taps | Keys | Seconds |\n|---|---|---|---|---|');
    for (const journey of [...FAMILY_JOURNEYS, ...DOCUMENT_JOURNEYS, ...STAFF_JOURNEYS]) {
      if (!journey.name.includes(only)) continue;
      const head = `| ${journey.name} | ${journey.before} |`;
      try {
        const { taps, keys, seconds } = await journeys.measure(journey);
        console.log(`${head} ${taps} | ${keys} | ${seconds.toFixed(1)} |`);
      } catch (error) {
        failed += 1;
        console.log(`${head} does not lead to its end: ${(error as Error).message.split('\n')[0]} | | |`);
      }
    }
    return failed === 0 ? 0 : 1;
  } finally {
    journeys.close();
    await browser.close();
    await target.close();
  }
}
