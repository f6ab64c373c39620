/**
 * The one list of what remotes take from the shell at run time: only what holds state or a context, or is heavy.
 * react-query and react-router are not named: a shared package is never tree-shaken, so web-kit re-exports what is
 * used (`query-client`, `router`) and those modules are shared instead.
 * The shell hands them over in frontends/shell/src/remotes/shared.ts; a test holds the two lists together.
 */
export const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'styled-components',
  '@gerbang/web-kit/api/client',
  '@gerbang/web-kit/api/query-client',
  '@gerbang/web-kit/desk/shortcuts',
  '@gerbang/web-kit/page/lazy-page',
  '@gerbang/web-kit/page/router',
  '@gerbang/web-kit/session/session',
  '@gerbang/web-kit/page/toast',
  '@gerbang/ui/banner',
  '@gerbang/ui/button',
  '@gerbang/ui/card',
  '@gerbang/ui/password-field',
  '@gerbang/ui/spinner',
  '@gerbang/ui/text-field',
  '@gerbang/ui/toast',
  // React Aria stays behind these, so that it is loaded once and only when one of them is wanted.
  '@gerbang/ui/alert-dialog',
  '@gerbang/ui/date-field',
  '@gerbang/ui/date-picker',
  '@gerbang/ui/dialog',
  '@gerbang/ui/drawer',
  '@gerbang/ui/menu',
  '@gerbang/ui/search-select',
];

/** The list as a remote takes it: never bundled, always the shell's. */
export function sharedByRemote() {
  return Object.fromEntries(
    SHARED.map((name) => [name, { singleton: true, import: false, requiredVersion: false }]),
  );
}
