import '@gerbang/web-kit/testing/dom-globals';
import { messageOf } from '../src/api/client.ts';
import { sendFile } from '../src/files/upload.ts';

const BUSY = JSON.stringify({ message: 'Terlalu banyak unggahan. Silakan coba lagi nanti.' });

/** A request that is refused with the time to wait. */
class RefusedRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 429;
  readonly statusText = '';
  readonly responseText = BUSY;
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(name: string): string | null {
    return name === 'retry-after' ? '90' : null;
  }
  send(): void {
    for (const event of ['load', 'loadend']) this.dispatchEvent(new Event(event));
  }
}

test('when an upload is refused for a while, then it is said how long to wait', async () => {
  Object.assign(globalThis, { XMLHttpRequest: RefusedRequest });
  const error: unknown = await sendFile('/api/upload/child-document', new Blob(['x'])).catch(
    (reason: unknown) => reason,
  );
  expect(messageOf(error)).toBe('Terlalu banyak unggahan. Silakan coba lagi dalam 2 menit.');
});
