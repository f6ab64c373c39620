import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What pages may use of the device: passkeys, nothing else. */
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)';

/** What only a document reads: left out of the files that a page loads. */
export const DOCUMENTS_ONLY = ['permissions-policy', 'origin-agent-cluster'] as const;

/**
 * The headers of security of every response. helmet works them out once, because they are always the same; a page or a
 * file puts its own policy in their place.
 */
export function securityHeaders(overTls: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS };
  const collector = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Of plugins and browsers that are gone, and advice that is the browsers' own choice: bytes of every response.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })({} as IncomingMessage, collector as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
