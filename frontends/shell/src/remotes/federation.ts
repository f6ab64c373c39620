import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { shared } from './shared.ts';

// Remotes are built without the runtime and look for its two halves under these names (packages/federation, remote.mjs).
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: runtimeCore,
  _FEDERATION_BUNDLER_RUNTIME: bundlerRuntime,
});

/** The federation host: one a page, made when the first remote is wanted, in a task of its own. */
const started = new Promise((resolve) => setTimeout(resolve)).then(() =>
  createInstance({ name: 'shell', remotes: [], shared, shareStrategy: 'loaded-first' }),
);

type Host = Awaited<typeof started>;

/**
 * Lets shared modules that could not be fetched be asked for again: the runtime keeps the failure of the first try, and
 * every later page that needs the module would fail with it.
 */
export function forgetFailedShares({ shareScopeMap }: Pick<Host, 'shareScopeMap'>): void {
  for (const scope of Object.values(shareScopeMap)) {
    for (const versions of Object.values(scope)) {
      for (const shared of Object.values(versions)) if (!shared.loaded) shared.loading = null;
    }
  }
}

/** Loads what a remote exposes, from this entry. */
export async function loadFrom<Module>(area: string, entry: string, exposed: string): Promise<Module | null> {
  const host = await started;
  forgetFailedShares(host);
  host.registerRemotes([{ name: area, entry }], { force: true });
  return host.loadRemote<Module>(`${area}/${exposed}`);
}
