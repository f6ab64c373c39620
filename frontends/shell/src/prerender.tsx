import type { Screen } from '@gerbang/first-paint/page-template';
import { globalCss } from '@gerbang/ui/global-style';
import { PageSpinner } from '@gerbang/ui/spinner';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/query-client';
import { MemoryRouter } from '@gerbang/web-kit/router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { AuthPlaceholder } from './auth/auth-page.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { PublicFrame } from './layout/public-frame.tsx';
import { FramePlaceholder } from './layout/frame-placeholder.tsx';

function draw(path: string, prefix: string, screen: ReactNode): Screen {
  const sheet = new ServerStyleSheet();
  const html = renderToStaticMarkup(
    sheet.collectStyles(
      <MemoryRouter initialEntries={[path]}>
        <QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>
      </MemoryRouter>,
    ),
    { identifierPrefix: prefix },
  );
  const css = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gu)]
    .map((match) => match[1])
    .join('')
    // For a program that takes over the server's rules; ours writes its own.
    .replaceAll(/data-styled[^{]*\{[^}]*\}|\/\*!sc\*\//gu, '');
  return { html, css };
}

/**
 * Markup and style of the first paints, made at build time: the forms are visible before any script has run. Each has its own
 * style, because the gateway sends a page only with the one of its address.
 */
export function firstPaint(fontUrl: string) {
  return {
    landing: draw('/', 'first-l', <LandingPage />),
    auth: draw(
      '/auth',
      'first-a',
      <PublicFrame>
        <AuthPlaceholder />
      </PublicFrame>,
    ),
    frame: draw('/dashboard', 'first-f', <FramePlaceholder />),
    wait: draw('/dashboard', 'first-w', <PageSpinner />),
    globalCss: globalCss(fontUrl),
  };
}
