import type { Screen } from '@gerbang/first-paint/page-template';
import { globalCss } from '@gerbang/ui/global-style';
import { PageSpinner } from '@gerbang/ui/spinner';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/api/query-client';
import { MemoryRouter } from '@gerbang/web-kit/page/router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { AuthPlaceholder } from './auth/auth-page.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { PublicFrame } from './layout/public-frame.tsx';
import { FramePlaceholder } from './layout/frame-placeholder.tsx';

/** A class in a rule; numbers begin otherwise. */
const CLASS = /\.([A-Za-z][\w-]*)/gu;

/**
 * The same screen with short names of classes, without those that no rule has: random letters do not compress, and were a
 * tenth of what the landing page's markup and style weigh.
 */
function withShortNames({ html, css }: Screen, mark: string): Screen {
  const classes = new Set([...css.matchAll(CLASS)].map(([, name]) => name));
  const short = new Map([...classes].map((name, at) => [name, `${mark}${at.toString(36)}`]));
  return {
    html: html.replaceAll(/ class="([^"]*)"/gu, (_all, names: string) => {
      const kept = names.split(' ').flatMap((name) => short.get(name) ?? []);
      return kept.length === 0 ? '' : ` class="${kept.join(' ')}"`;
    }),
    css: css.replaceAll(CLASS, (rule, name: string) => `.${short.get(name) ?? rule.slice(1)}`),
  };
}

function draw(path: string, mark: string, screen: ReactNode): Screen {
  const sheet = new ServerStyleSheet();
  const html = renderToStaticMarkup(
    sheet.collectStyles(
      <MemoryRouter initialEntries={[path]}>
        <QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>
      </MemoryRouter>,
    ),
    { identifierPrefix: `first-${mark}` },
  );
  const css = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gu)]
    .map((match) => match[1])
    .join('')
    // For a program that takes over the server's rules; ours writes its own.
    .replaceAll(/data-styled[^{]*\{[^}]*\}|\/\*!sc\*\//gu, '');
  return withShortNames({ html, css }, mark);
}

/**
 * Markup and style of the first paints, made at build time: the forms are visible before any script has run. Each has its own
 * style, because the gateway sends a page only with the one of its address.
 */
export function firstPaint(fontUrl: string) {
  return {
    landing: draw('/', 'l', <LandingPage />),
    auth: draw(
      '/auth',
      'a',
      <PublicFrame>
        <AuthPlaceholder />
      </PublicFrame>,
    ),
    frame: draw('/dashboard', 'f', <FramePlaceholder />),
    wait: draw('/dashboard', 'w', <PageSpinner />),
    globalCss: globalCss(fontUrl),
  };
}
