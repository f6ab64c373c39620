import * as runtime from 'react-refresh/runtime';

/** The refresh runtime for a remote; its name keeps components of the same file apart that several parts contain. */
globalThis.gerbangRefresh = (name) => ({
  ...runtime,
  injectIntoGlobalHook: () => undefined, // the shell did it
  register: (type, id) => runtime.register(type, `${name} ${id}`),
});
