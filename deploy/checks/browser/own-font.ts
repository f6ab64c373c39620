import type { APIRequestContext, Page } from 'playwright-core';

const FAMILY = 'Plus Jakarta Sans';
const fonts = new Map<string, Promise<string>>();

/** The font's bytes as base64, fetched once for each file. */
function fontAt(request: APIRequestContext, address: string): Promise<string> {
  const known = fonts.get(address);
  const font = known ?? request.get(address).then(async (got) => (await got.body()).toString('base64'));
  if (!known) fonts.set(address, font);
  return font;
}

/**
 * Draws the page in the portal's own font. Its face is `optional`: where it comes late, as on a busy machine, the browser
 * keeps a font of the system, in which words are wider and rows higher, until the window changes its size. A test that
 * measures must not hang on that, so the face is replaced by one that has its bytes.
 */
export async function drawInOwnFont(page: Page): Promise<void> {
  const preload = await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')?.href ?? 'none',
  );
  const address = await preload.jsonValue();
  if (address === 'none') return;
  await page.waitForFunction(
    async ({ family, font }) => {
      for (const sheet of document.styleSheets) {
        for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
          const rule = sheet.cssRules[at];
          if (rule instanceof CSSFontFaceRule && rule.cssText.includes(family)) sheet.deleteRule(at);
        }
      }
      const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
      document.fonts.add(await new FontFace(family, bytes, { weight: '400 700' }).load());
      return true;
    },
    { family: FAMILY, font: await fontAt(page.context().request, address) },
  );
}
