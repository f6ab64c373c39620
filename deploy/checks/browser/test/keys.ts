import type { Locator, Page } from 'playwright-core';
import { tabTo } from '../family.ts';

/** Types into a field that Tab leads to. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Types into the fields with these labels, in their order. */
export async function typeAll(
  page: Page,
  within: Page | Locator,
  values: Record<string, string>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await typeInto(page, within.getByLabel(label, { exact: true }).filter({ visible: true }), value);
  }
}

/** Goes through the options of a select with the arrow until the wanted one is chosen. */
export async function choose(page: Page, select: Locator, value: string): Promise<void> {
  await tabTo(page, select);
  const options = await select.locator('option').count();
  for (let step = 0; step < options; step += 1) {
    if ((await select.inputValue()) === value) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows do not lead to ${value}`);
}

/** Goes to a radio of a group with Tab and the arrows. */
export async function chooseRadio(page: Page, radio: Locator): Promise<void> {
  const name = await radio.getAttribute('name');
  const group = page.locator(`input[type="radio"][name="${name}"]`);
  const count = await group.count();
  const checked = group.and(page.locator(':checked'));
  await tabTo(page, (await checked.count()) > 0 ? checked : group.first());
  await page.keyboard.press('Space');
  for (let step = 0; step < count && !(await radio.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  if (!(await radio.isChecked())) throw new Error('The arrows do not lead to the radio');
}

/** Opens the chooser of a file by its key and picks the file. */
export async function pickFile(
  page: Page,
  input: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  // Listened for before the way there: a browser takes a moment to hand its choosers over.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo(page, input).then(() => page.keyboard.press('Enter')),
  ]);
  await chooser.setFiles(file);
}
