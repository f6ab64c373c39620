import * as banner from '@gerbang/ui/banner';
import * as button from '@gerbang/ui/button';
import * as card from '@gerbang/ui/card';
import * as passwordField from '@gerbang/ui/password-field';
import * as spinner from '@gerbang/ui/spinner';
import * as textField from '@gerbang/ui/text-field';
import * as uiToast from '@gerbang/ui/toast';
import * as client from '@gerbang/web-kit/api/client';
import * as shortcuts from '@gerbang/web-kit/desk/shortcuts';
import * as lazyPage from '@gerbang/web-kit/page/lazy-page';
import * as queryClient from '@gerbang/web-kit/api/query-client';
import * as router from '@gerbang/web-kit/page/router';
import * as session from '@gerbang/web-kit/session/session';
import * as toast from '@gerbang/web-kit/page/toast';
// Remotes are handed the whole module.
// oxlint-disable-next-line eslint/no-restricted-imports
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { createGlobalStyle, css, keyframes, styled } from 'styled-components';

/** What the shell has already loaded. */
const LOADED: Readonly<Record<string, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  // Not the whole of it: what is named nowhere stays out of the first load.
  'styled-components': { createGlobalStyle, css, keyframes, styled },
  '@gerbang/web-kit/api/client': client,
  '@gerbang/web-kit/api/query-client': queryClient,
  '@gerbang/web-kit/desk/shortcuts': shortcuts,
  '@gerbang/web-kit/page/lazy-page': lazyPage,
  '@gerbang/web-kit/page/router': router,
  '@gerbang/web-kit/session/session': session,
  '@gerbang/web-kit/page/toast': toast,
  '@gerbang/ui/banner': banner,
  '@gerbang/ui/button': button,
  '@gerbang/ui/card': card,
  '@gerbang/ui/password-field': passwordField,
  '@gerbang/ui/spinner': spinner,
  '@gerbang/ui/text-field': textField,
  '@gerbang/ui/toast': uiToast,
};

/** Modules that are loaded on demand: everything with React Aria in it. */
const ON_DEMAND: Readonly<Record<string, () => Promise<unknown>>> = {
  '@gerbang/ui/alert-dialog': () => import('@gerbang/ui/alert-dialog'),
  '@gerbang/ui/date-field': () => import('@gerbang/ui/date-field'),
  '@gerbang/ui/date-picker': () => import('@gerbang/ui/date-picker'),
  '@gerbang/ui/dialog': () => import('@gerbang/ui/dialog'),
  '@gerbang/ui/drawer': () => import('@gerbang/ui/drawer'),
  '@gerbang/ui/menu': () => import('@gerbang/ui/menu'),
  '@gerbang/ui/search-select': () => import('@gerbang/ui/search-select'),
};

const shareConfig = { singleton: true, requiredVersion: false } as const;

/** The modules that the shell hands to its remotes, in the federation runtime's form. */
export const shared = Object.fromEntries([
  ...Object.entries(LOADED).map(([name, module]) => [
    name,
    { version: '1.0.0', scope: 'default', lib: () => module, shareConfig: { ...shareConfig, eager: true } },
  ]),
  ...Object.entries(ON_DEMAND).map(([name, load]) => [
    name,
    {
      version: '1.0.0',
      scope: 'default',
      get: async () => {
        // The federation runtime does not get over the failure of a shared module.
        const module = await lazyPage.loadPersistently(load);
        return () => module;
      },
      shareConfig,
    },
  ]),
]);
