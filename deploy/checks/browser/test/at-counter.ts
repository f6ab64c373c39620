import type { Page } from 'playwright-core';
import { countEffort, type Counter } from '../counter.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';

/** Looks for a family at the counter by its number, with keys alone; what is done is counted from here on. */
export async function searchAtCounter(page: Page, phone: string): Promise<Counter> {
  const effort = await countEffort(page);
  await page.goto('/admin/counter');
  await portal.ready(page);
  // The field has the focus.
  await eventually(() =>
    page.getByLabel('Cari keluarga').evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  return effort;
}
