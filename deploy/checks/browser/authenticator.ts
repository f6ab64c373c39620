import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';

/** Gives the window a device that makes and uses passkeys without asking anyone. */
export async function plugInAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The code that an authenticator app shows for a secret in Base32, some steps of 30 s from now (RFC 6238). */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1000) + steps * 30 });
