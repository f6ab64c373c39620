import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { EventPayload } from '@gerbang/contracts/events';
import { fileIdOf, fileLink } from '@gerbang/contracts/files';
import type { findSameProofs } from '@gerbang/contracts/internal-calls';
import { testKey } from '@gerbang/service-kit/testing/door';
import { fakeServer } from '@gerbang/service-kit/testing/fake-server';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';

interface Upload {
  readonly uploaderId: string;
  readonly media: 'image/jpeg' | 'application/pdf';
  recordId: string | null;
}

interface Claim {
  readonly link: string;
  readonly uploaderId: string;
  readonly purpose: string;
  readonly attachedTo: string;
  readonly recordId: string;
  readonly familyUserId: string;
  readonly path: string;
  readonly imagesOnly: boolean;
  readonly recordNumber: string;
  readonly registrationId: string;
}

/** What admission knows of a proof's likeness to others, by the id of the file that is asked for. */
type Likeness = z.output<typeof findSameProofs.response>;

type Dues = EventPayload<'dues.changed'>['families'];

/** Admission as billing sees it on the network: uploads and their claims. */
export async function fakeAdmission() {
  const key = testKey();
  const uploads = new Map<string, Upload>();
  const claims: Claim[] = [];
  const dues: Dues[] = [];
  const likeness = new Map<string, Likeness>();
  const alerts = new Map<string, 'open' | 'dismissed' | 'confirmed'>();
  /** Logos as base64 by their id. */
  const logos = new Map<string, string>();
  let state: 'up' | 'broken' | 'silent' = 'up';

  function respond(claim: Claim): [number, object] {
    const id = fileIdOf(claim.link);
    const file = id === null ? undefined : uploads.get(id);
    const message = 'File tidak dapat dipakai. Unggah kembali filenya.';
    const refused: [number, object] = [422, { statusCode: 422, code: 'file', message }];
    if (!file || file.uploaderId !== claim.uploaderId) return refused;
    if (file.recordId !== null && file.recordId !== claim.recordId) return refused;
    if (file.recordId === null && claim.imagesOnly && file.media !== 'image/jpeg') {
      return [
        422,
        { statusCode: 422, code: 'file', message: 'File tidak valid: Hanya file gambar yang diperbolehkan' },
      ];
    }
    file.recordId = claim.recordId;
    const name = file.media === 'image/jpeg' ? 'bukti.jpg' : 'bukti.pdf';
    return [200, { id, name, alert: alerts.get(String(id)) ?? null }];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state === 'silent') return;
    if (request.url === '/internal/dues' && state === 'up') {
      dues.push(((await json(request)) as { families: Dues }).families);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if (request.url === '/internal/files/same' && state === 'up') {
      const { fileId } = (await json(request)) as { fileId: string };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(likeness.get(fileId) ?? { proof_alert: false, same: [] }));
      return;
    }
    if (request.url === '/internal/school-logo' && state === 'up') {
      const base64 = logos.get(((await json(request)) as { fileId: string }).fileId);
      response.writeHead(base64 === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(base64 === undefined ? {} : { type: 'image/png', base64 }));
      return;
    }
    const known =
      request.url === '/internal/files/claim' && request.headers.authorization === `Bearer ${key}`;
    const claim = (await json(request)) as Claim;
    const [status, body] = known ? respond(claim) : ([404, { statusCode: 404 }] as const);
    if (known) claims.push(claim);
    response.writeHead(state === 'broken' ? 500 : status, { 'content-type': 'application/json' });
    response.end(state === 'broken' ? '{}' : JSON.stringify(body));
  }

  const { url, close } = await fakeServer(serve);

  return {
    /** The environment variables that point the service to it. */
    environment: {
      ADMISSION_URL: url,
      INTERNAL_KEY: key,
    },
    claims,
    likeness,
    /** What a claim says of a file's likeness, by its id. */
    alerts,
    logos,
    /** What billing gave of its dues, a call each. */
    dues,
    set(next: typeof state): void {
      state = next;
    },
    /** The link of a new upload of this account. */
    upload({ id: uploaderId }: { readonly id: string }, media: Upload['media'] = 'image/jpeg'): string {
      const id = uuidv7();
      uploads.set(id, { uploaderId, media, recordId: null });
      return fileLink(id);
    },
    close,
  };
}

export type FakeAdmission = Awaited<ReturnType<typeof fakeAdmission>>;
