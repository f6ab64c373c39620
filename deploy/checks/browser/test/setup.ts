import { startOwn, type Target } from '../target.ts';
import { browserProgram } from '../browser.ts';

declare global {
  // The clean-up runs in another module of the same process.
  var gerbangTarget: Target | undefined;
}

/** Jest: one portal with data of its own for the whole run; front ends are built first where they are not. */
export default async function setup(): Promise<void> {
  browserProgram(); // unpacks the browser before two workers want it at once
  const lines: string[] = [];
  try {
    globalThis.gerbangTarget = await startOwn((line) => lines.push(line));
  } catch (error) {
    throw new Error(
      `The portal for the browser tests did not start: ${(error as Error).message}\n${lines.join('\n')}`,
      {
        cause: error,
      },
    );
  }
  process.env.E2E_URL = globalThis.gerbangTarget.url;
  process.env.E2E_SIMULATOR_URL = globalThis.gerbangTarget.simulatorUrl;
}
