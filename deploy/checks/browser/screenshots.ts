import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@gerbang/local/paths';
import { guestScreens, userScreens } from './account-screens.ts';
import { announcementScreens } from './announcement-screens.ts';
import { bankScreens } from './bank-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { launch } from './browser.ts';
import { contactSheets } from './contact-sheets.ts';
import { documentStaffScreens } from './document-screens.ts';
import { notificationScreens } from './notification-screens.ts';
import { numberScreens } from './number-screens.ts';
import { rolePages } from './role-pages.ts';
import { seatScreens } from './seat-screens.ts';
import { securityScreens } from './security-screens.ts';
import { messageScreens, staffScreens } from './staff-screens.ts';
import { type Failure, type Picture, Studio } from './studio.ts';
import { openTarget } from './target.ts';
import { PHONE, WIDE } from './visitor.ts';

const OUT = join(projectRoot, 'screenshots');
const PARTS = {
  ...rolePages(),
  guest: guestScreens,
  billing: billingScreens,
  users: userScreens,
  staff: staffScreens,
  documents: documentStaffScreens,
  announcements: announcementScreens,
  messages: messageScreens,
  security: securityScreens,
  numbers: numberScreens,
  notifications: notificationScreens,
  bank: bankScreens,
  seats: seatScreens,
};
const THEMES = ['light', 'dark'] as const;

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
Writes every screen to ${OUT}, and a contact sheet for each role: the pages as the demo accounts find them, then each
state that the parts make with families of their own. Uses the portal of 'npm run up' (or GERBANG_URL with
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
      for (const [name, take] of parts) {
        const before = studio.pictures.length;
        await studio.part(name, take);
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
