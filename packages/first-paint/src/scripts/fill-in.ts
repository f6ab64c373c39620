import type { PageData, PublicData } from '@gerbang/contracts/page-data.types';

function each(selector: string, change: (element: HTMLElement, at: number) => void): void {
  document.querySelectorAll<HTMLElement>(`#first-paint ${selector}`).forEach(change);
}

function put(selector: string, text: string): void {
  each(selector, (element) => {
    element.textContent = text;
  });
}

function show(selector: string): void {
  each(selector, (element) => {
    element.hidden = false;
  });
}

/** Throws where the page is served without a gateway and so holds no data. */
const dataOf = (id: string): unknown => JSON.parse(String(document.getElementById(id)?.textContent));

/**
 * Runs after the markup of the first paint: writes the foundation's name, logo, contact and texts and the page's own title
 * into it and into the tab of the browser, and chooses the tab of the address.
 */
export function fillIn(): void {
  try {
    const { name, contact, levels, logo, note, notice } = dataOf('gerbang-public') as PublicData;
    const whatsapp = contact?.whatsapp;
    if (name) put('[data-public-name]', name);
    if (logo) {
      each('[data-public-mark]', (mark) => {
        const image = new Image(36, 36);
        image.alt = '';
        image.src = logo;
        mark.replaceChildren(image);
      });
    }
    if (levels) {
      put('[data-public-levels] b', levels);
      show('[data-public-levels]');
    }
    if (document.querySelector('#first-paint [data-public-waves]')) {
      addEventListener('load', () => {
        void fetch('/api/school')
          .then((response) => response.json())
          .then(({ waves = [] }: { waves?: { label: string; academic_year: string; text: string }[] }) => {
            for (const wave of waves) {
              each('[data-public-waves]', (fact) => {
                const [line, level] = [document.createElement('dd'), document.createElement('b')];
                level.textContent = wave.label;
                line.append(level, ` ${wave.academic_year} · ${wave.text}`);
                fact.append(line);
                fact.hidden = false;
              });
            }
          })
          // The page is whole without them.
          .catch(() => undefined);
      });
    }
    if (note) {
      put('[data-public-note]', note);
      show('[data-public-note]');
    }
    if (notice) {
      put('[data-public-notice] span', notice);
      show('[data-public-notice]');
    }
    if (whatsapp) {
      show('[data-public-contact]');
      each('[data-public-contact] a', (link) => {
        (link as HTMLAnchorElement).href = `https://wa.me/${whatsapp.replace(/\D/g, '')}`;
      });
    }
    const { title, description, crumbs, task, list, dashboard, today } = dataOf('gerbang-page') as PageData;
    if (title) {
      const product = document.title;
      document.title = [title, title === product ? name : product].filter(Boolean).join(' · ');
      put('#first-frame h1', title);
      put('#first-frame h1+p', String(description));
      if (crumbs?.length) {
        show('[data-first-crumbs]');
        each('[data-first-crumbs] li>*', (crumb, at) => {
          crumb.textContent = String(crumbs[at]);
        });
      }
      if (task) document.documentElement.dataset.task = '';
      if (list) document.documentElement.dataset.list = '';
      if (dashboard && today) {
        show('[data-first-dashboard]');
        put('[data-first-today]', today.text);
      }
    }
  } catch {
    // The markup stays as it was built.
  }
  if (/[?&]tab=daftar\b/.test(location.search)) window.gerbangTab?.('daftar');
}
