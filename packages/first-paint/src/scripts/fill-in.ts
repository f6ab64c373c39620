import type { PageData, PublicData } from '@gerbang/contracts/page-data.types';
import type { PublicSchoolNow } from '@gerbang/contracts/school-public';

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

function add(selector: string, outer: string, inner: string, name: string, rest: string | HTMLElement): void {
  each(selector, (parent) => {
    const [line, bold] = [document.createElement(outer), document.createElement(inner)];
    bold.textContent = name;
    line.append(bold, rest);
    parent.append(line);
    parent.hidden = false;
  });
}

/** Waves and guide, as the program draws them. */
function tellSchool({ waves = [], guide }: PublicSchoolNow): void {
  for (const { label, academic_year, text } of waves)
    add('[data-public-waves]', 'dd', 'b', label, ` ${academic_year} · ${text}`);
  if (!guide) return;
  const { levels, photo, questions = [] } = guide;
  for (const { label, text } of levels) add('[data-guide-levels]', 'dd', 'b', label, ` ${text}`);
  for (const { question, answer } of questions) {
    const told = document.createElement('p');
    told.textContent = answer;
    add('[data-guide-questions]', 'details', 'summary', question, told);
  }
  for (const fact of ['address', 'accreditation', 'help'] as const) {
    if (!guide[fact]) continue;
    put(`[data-guide-fact=${fact}] dd`, guide[fact]);
    show(`[data-guide-fact=${fact}]`);
  }
  if (photo) {
    each('[data-guide] img', (image) => {
      (image as HTMLImageElement).src = photo;
      image.hidden = false;
    });
  }
  show('[data-guide]');
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
      const ask = () => {
        void fetch('/api/school')
          .then((response) => response.json())
          .then(tellSchool)
          // The page is whole without them.
          .catch(() => undefined);
      };
      addEventListener('load', ask, { once: true });
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
