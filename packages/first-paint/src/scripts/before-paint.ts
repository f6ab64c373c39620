declare global {
  /** Chooses a tab in the markup of the first paint. */
  var gerbangTab: ((id: string) => void) | undefined;
  /** Settled when the visitor first does something that the program must go on with. */
  var gerbangTouch: Promise<void> | undefined;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}

/** The part of the markup that is shown; `wait` where a returning visitor's next screen is not known yet. */
function firstOf(frame: string, known: string | null, path: string): string {
  if (/^(?:family|staff|either)$/.test(frame)) return 'frame';
  if (known && frame !== 'guest') return 'wait';
  return path === '/' ? 'landing' : path === '/auth' ? 'auth' : 'wait';
}

function chooseTab(page: HTMLElement, id: string): void {
  page.dataset.tab = id;
  document.querySelectorAll<HTMLElement>('#first-paint [data-tab]').forEach((button) => {
    const chosen = button.dataset.tab === id;
    button.setAttribute('aria-selected', String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  });
  document.querySelectorAll<HTMLElement>('#first-paint [data-panel]').forEach((panel) => {
    panel.hidden = panel.dataset.panel !== id;
  });
}

/** Settled by the first touch, key, focus or text. A link leads away and is followed without the program. */
function firstTouch(): Promise<void> {
  return new Promise((resolve) => {
    ['pointerdown', 'click', 'keydown', 'focusin', 'input'].forEach((type) => {
      addEventListener(type, ({ target }) => {
        if (!/^(?:pointerdown|click)$/.test(type) || !(target as HTMLElement).closest('a[href]')) resolve();
      });
    });
  });
}

/**
 * Runs in the head: sets the chosen theme and which markup to show, and notes what the visitor does before the program
 * listens (a tab is chosen in the markup, a pressed button and a sent form are remembered); `endFirstPaint` carries it over.
 */
export function beforePaint(page: HTMLElement): void {
  const theme = stored('gerbang.theme');
  const known = stored('gerbang.known');
  const side = stored('gerbang.sidebar');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  if (side) page.dataset.side = side;
  const frame = String(page.dataset.frame);
  if (frame === 'either') page.dataset.frame = known === 'staff' ? 'staff' : 'family';
  page.dataset.first = firstOf(frame, known, location.pathname);
  window.gerbangTouch = firstTouch();
  addEventListener('submit', (event) => {
    if (!page.dataset.first) return;
    event.preventDefault();
    page.dataset.sent = '1';
  });
  addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest<HTMLElement>('#first-paint button:not([type=submit])');
    if (button?.dataset.tab) chooseTab(page, button.dataset.tab);
    else button?.toggleAttribute('data-pressed');
  });
  window.gerbangTab = (id) => chooseTab(page, id);
}
