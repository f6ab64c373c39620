import { globalCss } from '@gerbang/ui/global-style';
import { PageSpinner } from '@gerbang/ui/spinner';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/query-client';
import { MemoryRouter } from '@gerbang/web-kit/router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { LandingPage } from '../landing/landing-page.tsx';
import { PublicFrame } from '../layout/public-frame.tsx';
import { AuthPlaceholder } from './auth-placeholder.tsx';

function markup(sheet: ServerStyleSheet, path: string, screen: ReactNode): string {
  return renderToStaticMarkup(
    sheet.collectStyles(
      <MemoryRouter initialEntries={[path]}>
        <QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>
      </MemoryRouter>,
    ),
    { identifierPrefix: path === '/' ? 'first-l' : 'first-a' },
  );
}

/** Markup and style of the first paint, made at build time: the forms stand before any script has run. */
export function firstPaint(fontUrl: string) {
  const sheet = new ServerStyleSheet();
  const landing = markup(sheet, '/', <LandingPage />);
  const auth = markup(
    sheet,
    '/auth',
    <PublicFrame waiting>
      <AuthPlaceholder />
    </PublicFrame>,
  );
  const wait = markup(sheet, '/dashboard', <PageSpinner />);
  const css = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gu)]
    .map((match) => match[1])
    .join('');
  return { landing, auth, wait, css, globalCss: globalCss(fontUrl) };
}
