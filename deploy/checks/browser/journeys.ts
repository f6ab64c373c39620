import { parseArgs } from 'node:util';
import { createClient } from '../kit/client.ts';
import { type Account, logInStaff } from '../kit/people.ts';
import { launch } from './browser.ts';
import { countEffort } from './counter.ts';
import { DOCUMENT_JOURNEYS } from './document-journeys.ts';
import { FAMILY_JOURNEYS } from './family-journeys.ts';
import type { Journey, Scene } from './journey.ts';
import { settled } from './portal.ts';
import { STAFF_JOURNEYS } from './staff-journeys.ts';
import { openTarget } from './target.ts';
import { openVisitor, PHONE, type Screen, type Visitor, WIDE } from './visitor.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } });

if (values.help) {
  console.log(`npm run journeys [-- --only <words of a name>]
Goes the usual ways of a family (phone) and of the staff (desktop) in a real browser, and prints taps, keys and seconds
of each as a Markdown table. Uses the portal of 'npm run up' (or GERBANG_URL with SIMULATOR_URL) when it runs, else
starts one of its own. Exit code 1 where a way takes more than it may, or does not lead to its end.`);
} else process.exitCode = await goAll(values.only ?? '');

async function goAll(only: string): Promise<number> {
  const target = await openTarget((line) => console.log(line));
  const browser = await launch();
  const client = createClient(target.url, { simulatorUrl: target.simulatorUrl });
  let failed = 0;
  try {
    const staff = await logInStaff(client);
    console.log('| Journey | Taps | Keys | Seconds | |\n|---|---|---|---|---|');
    for (const journey of [...FAMILY_JOURNEYS, ...DOCUMENT_JOURNEYS, ...STAFF_JOURNEYS]) {
      if (!journey.name.includes(only)) continue;
      const open: Visitor[] = [];
      const page = async (screen: Screen, account?: Account) => {
        const cookie = account?.cookie;
        open.push(await openVisitor(browser, { url: target.url, screen, ...(cookie && { cookie }) }));
        return (open.at(-1) as Visitor).page;
      };
      const verdict = await go(journey, {
        client,
        admin: staff.admin.call,
        manager: staff.manager_pendidikan.call,
        finance: staff.finance.call,
        guest: () => page(PHONE),
        phone: (account) => page(PHONE, account),
        desk: (role) => page(WIDE, staff[role]),
      }).catch((error: Error) => `| | | | **does not lead to its end**: ${error.message.split('\n')[0]} |`);
      if (verdict.includes('**')) failed += 1;
      console.log(`| ${journey.name} ${verdict}`);
      for (const visitor of open) await visitor.close();
    }
    return failed === 0 ? 0 : 1;
  } finally {
    client.close();
    await browser.close();
    await target.close();
  }
}

/** Prepares a journey and goes it; seconds are those of a program's hand: what the portal makes one wait. */
async function go(
  { most, within = Number.POSITIVE_INFINITY, ...journey }: Journey,
  scene: Scene,
): Promise<string> {
  const way = await journey.prepare(scene);
  const counter = await countEffort(way.page);
  await way.page.goto(way.path);
  await settled(way.page);
  await way.ready?.();
  await counter.read();
  const start = performance.now();
  await way.go();
  const seconds = (performance.now() - start) / 1000;
  const { taps, keys } = await counter.read();
  const isGood = taps <= most[0] && keys <= most[1] && seconds <= within;
  const limit = `${most[0]} taps, ${most[1]} keys${Number.isFinite(within) ? `, ${within} s` : ''}`;
  return `| ${taps} | ${keys} | ${seconds.toFixed(1)} | ${isGood ? 'ok' : `**more than ${limit}**`} |`;
}
