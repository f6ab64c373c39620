import type { Locator, Page } from 'playwright-core';

/** How the rows of a list waste the screen: the first is not near the top, or fewer than fourteen of the tallest fit below it. */
export const wastedRows = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect());
    const top = boxes[0]?.top ?? Number.POSITIVE_INFINITY;
    const tallest = Math.max(...boxes.map(({ height }) => height));
    return [
      ...(top <= 220 ? [] : [`the first row begins at ${top}`]),
      ...(tallest <= (window.innerHeight - top) / 14 ? [] : [`a row is ${tallest} high below ${top}`]),
    ];
  });

/** The lower edge of a part of the page; infinite where there is none. */
export const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

/** What a small or a zoomed screen hides: sideways scrolling, and words that stand beyond its edges with no way to them. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const forReaders = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        if (at.getBoundingClientRect().width < 2) return true;
      }
      return false;
    };
    const scrolls = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/u.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    // Words are fractions of a pixel wide: one more is no scrolling.
    if (wide > 1) {
      const guilty = [...document.body.querySelectorAll('*')].filter(
        (one) => one.getBoundingClientRect().right > window.innerWidth && !scrolls(one) && !forReaders(one),
      );
      const names = guilty.map((one) => `${one.tagName} '${one.textContent.trim().slice(0, 20)}'`);
      found.push(`the page is ${wide} px wider than the screen, by ${names.slice(-4).join(', ')}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width, height } = range.getBoundingClientRect();
      if (width < 2 || height < 2 || forReaders(parent)) continue;
      if ((left < -1 || right > window.innerWidth + 1) && !scrolls(parent)) {
        found.push(`beyond the edge: ${node.textContent.trim().slice(0, 60)}`);
      }
    }
    return found;
  });
}

/** Words and figures that are broken inside a button or where they stand out, and controls that lie over each other; what stays at an edge of the screen lies over what scrolls. */
export function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const nameOf = (one: Element) => (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40);
    for (const button of document.querySelectorAll('button, a[role="button"], [role="tab"], strong')) {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const [first, ...others] = range.getClientRects();
          if (first && others.some(({ top }) => top > first.top + first.height / 2))
            found.push(`a broken word: ${word[0]} in ${nameOf(button)}`);
        }
      }
    }

    const TOUCH = 2;
    interface Control {
      readonly element: Element;
      readonly box: { left: number; top: number; right: number; bottom: number };
    }
    // What is seen of a control, line by line, within the parts of the page that cut it; nothing of one at an edge of the screen,
    // of one that is not seen, and of a button within its field.
    const seenOf = (element: Element): Control[] => {
      const { parentElement: field } = element;
      if (
        element.matches('button') &&
        field?.querySelector('input') &&
        /absolute/u.test(getComputedStyle(element).position)
      )
        return [];
      const frames: DOMRect[] = [];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { position, overflowX, overflowY, opacity, clipPath } = getComputedStyle(at);
        if (/fixed|sticky/u.test(position) || Number(opacity) === 0 || clipPath !== 'none') return [];
        if (at !== element && (overflowX !== 'visible' || overflowY !== 'visible'))
          frames.push(at.getBoundingClientRect());
      }
      return [...element.getClientRects()].flatMap((line) => {
        const all = [line, ...frames];
        const box = {
          left: Math.max(...all.map((one) => one.left)),
          top: Math.max(...all.map((one) => one.top)),
          right: Math.min(...all.map((one) => one.right)),
          bottom: Math.min(...all.map((one) => one.bottom)),
        };
        return box.right - box.left > TOUCH && box.bottom - box.top > TOUCH ? [{ element, box }] : [];
      });
    };
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea')]
      // What is behind something that is open is hidden from everyone.
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden="true"]'),
      )
      .flatMap(seenOf)
      .toSorted((a, b) => a.box.top - b.box.top);
    for (const [at, { element, box }] of controls.entries()) {
      for (const other of controls.slice(at + 1)) {
        if (other.box.top >= box.bottom - TOUCH) break;
        if (other.box.left >= box.right - TOUCH || box.left >= other.box.right - TOUCH) continue;
        if (element.contains(other.element) || other.element.contains(element)) continue;
        found.push(`one over the other: ${nameOf(element)} and ${nameOf(other.element)}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Controls that a part of the page lies over, as far as the frames around them show them. */
export function coveredBy(part: Locator): Promise<string[]> {
  return part.evaluate((bar) => {
    const over = bar.getBoundingClientRect();
    const isUnder = (control: Element): boolean => {
      if (bar.contains(control) || !control.checkVisibility({ visibilityProperty: true })) return false;
      const boxes = [over, control.getBoundingClientRect()];
      for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY !== 'visible') boxes.push(at.getBoundingClientRect());
      }
      const width = Math.min(...boxes.map(({ right }) => right)) - Math.max(...boxes.map(({ left }) => left));
      const height =
        Math.min(...boxes.map(({ bottom }) => bottom)) - Math.max(...boxes.map(({ top }) => top));
      return width > 1 && height > 1;
    };
    return [...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter(isUnder)
      .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40));
  });
}

/** What a screen reader says of a page, in order, as far as it is among the wanted: `heading "Dashboard"`. */
export async function heardOf(page: Page, wanted: readonly string[]): Promise<string[]> {
  const lines = (await page.locator('main').ariaSnapshot()).split('\n');
  return lines.flatMap((line) => wanted.find((one) => line.trim().startsWith(`- ${one}`)) ?? []);
}

/** Amounts in tables that are broken within or reach over their cell, and chosen words that their field cuts. */
export function brokenOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const TWO_LINES = 1.8;
    for (const cell of document.querySelectorAll<HTMLElement>('tbody th, tbody td')) {
      const text = cell.innerText.trim();
      range.selectNodeContents(cell);
      const { left, right, height } = range.getBoundingClientRect();
      const box = cell.getBoundingClientRect();
      const isHigh = height > TWO_LINES * Number.parseFloat(getComputedStyle(cell).lineHeight);
      if (/^Rp\s[\d.\s]+$/u.test(text) && (isHigh || left < box.left || right > box.right)) found.push(text);
    }
    const pen = document.createElement('canvas').getContext('2d');
    const ARROW = 20;
    for (const select of document.querySelectorAll('select')) {
      if (!pen || !select.checkVisibility()) continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const word = select.selectedOptions[0]?.label ?? '';
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(word).width > room - ARROW) found.push(word);
    }
    return found;
  });
}

/** Height (px) of what can be read of a place: without what stays at its edges or above it. */
export function readableHeight(place: Locator): Promise<number> {
  return place.evaluate((root) => {
    const STEP = 2;
    const box = root.getBoundingClientRect();
    const stays = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
        if (/sticky|fixed/u.test(getComputedStyle(at).position)) return true;
      }
      return false;
    };
    let height = 0;
    for (let y = Math.max(0, box.top); y < Math.min(window.innerHeight, box.bottom); y += STEP) {
      const element = document.elementFromPoint(box.left + box.width / 2, y);
      if (element && root.contains(element) && !stays(element)) height += STEP;
    }
    return height;
  });
}

/** Notes every animation and every movement that begins on the pages to come. */
export async function noteMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const ran: string[] = [];
    Object.assign(window, { ran });
    const note = (event: AnimationEvent | TransitionEvent, what: string) => {
      const moved = document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target === event.target)
        .some(({ effect }) => Number(effect?.getComputedTiming().duration) > 1);
      if (moved) ran.push(`${what} of ${(event.target as Element).tagName.toLowerCase()}`);
    };
    document.addEventListener('animationstart', (event) => note(event, event.animationName));
    document.addEventListener('transitionrun', (event) => {
      if (/transform|translate|scale|rotate|height|width|inset|top|left/u.test(event.propertyName))
        note(event, event.propertyName);
    });
  });
  return () => page.evaluate(() => (window as unknown as { ran: string[] }).ran.splice(0));
}
