import { hash } from 'node:crypto';

/**
 * What the program writes into the page while it runs, allowed by hash like everything inline: the empty element into
 * which styled-components inserts its rules, and what react-aria says of what can be pressed and, on iOS, of the page
 * under an open dialog.
 */
const RUNTIME_STYLES = [
  '',
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
];

const source = (content: string) => `'sha256-${hash('sha256', content, 'base64')}'`;

/** The hashes of the page's inline elements of this kind; data in JSON is not run and needs none. */
function inline(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(
    new RegExp(`<${element}(?![^>]*(?:json|src=))[^>]*>([^]*?)</${element}>`, 'gu'),
  );
  return [...new Set([...found].map(([, content = '']) => source(content)))];
}

/**
 * The policy of a page: same origin only, and its own inline scripts and styles by hash (CSP Level 3, 2.3.1).
 * `builds` is the address that it may listen to for new builds.
 */
export function pagePolicy(html: string, builds?: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline(html, 'script')].join(' '),
    ["style-src 'self'", ...inline(html, 'style'), ...RUNTIME_STYLES.map(source)].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    builds ? `connect-src 'self' ${builds}` : "connect-src 'self'",
    "manifest-src 'self'",
    // Papers that are printed from a page.
    "frame-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
