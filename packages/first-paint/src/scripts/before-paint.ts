declare global {
  /** Chooses a tab in the markup of the first paint. */
  var gerbangTab: ((id: string) => void) | undefined;
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
  if (known) return 'wait';
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

/**
 * Runs in the head: sets the chosen theme and which markup to show, and notes what the visitor does before the program
 * listens (a tab is chosen in the markup, a sent form is remembered); `endFirstPaint` carries both over.
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
  addEventListener('submit', (event) => {
    if (!page.dataset.first) return;
    event.preventDefault();
    page.dataset.sent = '1';
  });
  addEventListener('click', (event) => {
    const button =
      page.dataset.first && (event.target as HTMLElement).closest<HTMLElement>('#first-paint [data-tab]');
    if (button) chooseTab(page, String(button.dataset.tab));
  });
  window.gerbangTab = (id) => chooseTab(page, id);
}
