// react-query and react-router are not named: a shared package is never tree-shaken, so web-kit re-exports what is used
// (`query-client`, `router`) and those modules are shared instead.
/**
 * The one list of what shell and remotes share at run time. Only what holds state or a context, or is heavy, stands here.
 * `eager` parts are in the shell's first load; the others are chunks of the shell that load when somebody needs them.
 */
const EAGER = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'styled-components',
  '@gerbang/web-kit/client',
  '@gerbang/web-kit/login-form',
  '@gerbang/web-kit/query-client',
  '@gerbang/web-kit/router',
  '@gerbang/web-kit/session',
  '@gerbang/web-kit/toast',
  '@gerbang/ui/banner',
  '@gerbang/ui/button',
  '@gerbang/ui/card',
  '@gerbang/ui/password-field',
  '@gerbang/ui/spinner',
  '@gerbang/ui/text-field',
  '@gerbang/ui/toast',
];

/** React Aria stays behind these, so that it is loaded once and only when an overlay opens. */
const LAZY = ['@gerbang/ui/alert-dialog', '@gerbang/ui/dialog', '@gerbang/ui/drawer', '@gerbang/ui/menu'];

const versionOf = (name) => (name.startsWith('@gerbang/') ? { version: '0.1.0' } : {});

/** Shares as the shell provides them. */
export function sharedByShell() {
  return Object.fromEntries(
    [...EAGER.map((name) => [name, true]), ...LAZY.map((name) => [name, false])].map(([name, eager]) => [
      name,
      { singleton: true, eager, requiredVersion: false, ...versionOf(name) },
    ]),
  );
}

/** The same list as a remote takes it: never bundled, always the shell's. */
export function sharedByRemote() {
  return Object.fromEntries(
    [...EAGER, ...LAZY].map((name) => [name, { singleton: true, import: false, requiredVersion: false }]),
  );
}
