import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@gerbang/local/paths';
import { newPerson, signUp, uniqueWord } from '../kit/people.ts';
import { launch } from './browser.ts';
import { contactSheets } from './contact-sheets.ts';
import { largeFamily } from './large-family.ts';
import * as portal from './portal.ts';
import { familyAddresses, nameOf, rolePages } from './role-pages.ts';
import { fullClass } from './seat-states.ts';
import {
  EMPTY_PAGES,
  familyStates,
  familyWithWork,
  GUEST_STATES,
  LIST_STATES,
  opened,
  type State,
  staffStates,
} from './states.ts';
import { type Failure, type Picture, Studio } from './studio.ts';
import { openTarget } from './target.ts';
import { PHONE, type Visitor, WIDE } from './visitor.ts';

const OUT = join(projectRoot, 'screenshots');
const THEMES = ['light', 'dark'] as const;

const take = async (studio: Studio, visitor: Visitor, part: string, states: readonly State[]) => {
  for (const [name, open] of states) await studio.take(visitor, nameOf(part, name), open);
};
const visited = (addresses: readonly string[]): State[] =>
  addresses.map((address) => [address.replaceAll(/[\da-f-]{36}/gu, ''), opened(address)]);

/** What is seen by whom: every page of each role, then states that need something done, with families made for them. */
const PARTS: Readonly<Record<string, (studio: Studio) => Promise<void>>> = {
  ...rolePages(),
  guest: async (studio) => take(studio, await studio.open(), 'guest', GUEST_STATES),
  newcomer: async (studio) => {
    const visitor = await studio.open(await signUp(studio.client, newPerson('Keluarga Baru')));
    await take(studio, visitor, 'newcomer', visited(EMPTY_PAGES));
  },
  family: async (studio) => {
    await studio.needsSchool();
    const family = await familyWithWork(studio.client, (await studio.staff('finance')).call);
    await take(studio, await studio.open(family.parent), 'family', familyStates(family));
  },
  accepted: async (studio) => {
    await studio.needsSchool();
    const [admin, manager_pendidikan] = [
      await studio.staff('admin'),
      await studio.staff('manager_pendidikan'),
    ];
    const family = await largeFamily(studio.client, (role) => ({ admin, manager_pendidikan })[role].call);
    const visitor = await studio.open(family);
    await portal.openDashboard(visitor.page);
    await take(studio, visitor, 'accepted', visited(await familyAddresses(family.call)));
  },
  staff: async (studio) => {
    await studio.needsSchool();
    const [{ call: finance }, word] = [await studio.staff('finance'), uniqueWord()];
    const family = await familyWithWork(studio.client, finance, word);
    const admin = await studio.open(await studio.staff('admin'));
    await take(studio, admin, 'staff', [...staffStates(finance, word, family), ...LIST_STATES]);
  },
  seats: async (studio) => {
    await studio.needsSchool();
    const [admin, head] = [await studio.staff('admin'), await studio.staff('manager_pendidikan')];
    for (const [account, states] of await fullClass(studio.client, admin, head))
      await take(studio, await studio.open(account), 'seats', states);
  },
};

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    screen: { type: 'string' },
    theme: { type: 'string' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  console.log(`npm run screenshots [-- --part guest,staff] [--screen phone|desktop] [--theme light|dark]
Writes every screen to ${OUT}, and a contact sheet for each role: the pages as the demo accounts find them, then the
states of the table in states.ts with families of their own. Uses the portal of 'npm run up' (or GERBANG_URL with
SIMULATOR_URL) when it runs, else starts one of its own. What cannot be taken is listed at the end, with exit code 1.
Parts: ${Object.keys(PARTS).join(', ')}`);
} else process.exitCode = await takeAll();

async function takeAll(): Promise<number> {
  const wanted = values.part?.split(',') ?? Object.keys(PARTS);
  const parts = Object.entries(PARTS).filter(([name]) => wanted.includes(name));
  const screens = [PHONE, WIDE].filter(({ name }) => name === (values.screen ?? name));
  const themes = THEMES.filter((theme) => theme === (values.theme ?? theme));
  if (parts.length === 0 || screens.length === 0 || themes.length === 0) {
    console.log('No such part, screen or theme; --help names them.');
    return 2;
  }
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const target = await openTarget((line) => console.log(line));
  const browser = await launch();
  const pictures: Picture[] = [];
  const failures: Failure[] = [];
  const leftOut: Failure[] = [];
  try {
    for (const screen of screens) {
      const studio = new Studio(browser, target, { screen, themes, folder: OUT });
      for (const [name, part] of parts) {
        const before = studio.pictures.length;
        await studio.part(name, part);
        console.log(`${screen.name}, ${name}: ${studio.pictures.length - before} pictures`);
      }
      studio.client.close();
      pictures.push(...studio.pictures);
      failures.push(...studio.failures);
      leftOut.push(...studio.leftOut);
    }
    await contactSheets(browser, OUT, pictures);
  } finally {
    await browser.close();
    await target.close();
  }
  console.log(`${pictures.length} pictures in ${OUT}`);
  for (const { where, reason } of leftOut) console.log(`Left out: ${where}: ${reason}`);
  for (const { where, reason } of failures) console.log(`FAILED: ${where}: ${reason}`);
  return failures.length === 0 ? 0 : 1;
}
