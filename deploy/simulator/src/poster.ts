import http from 'node:http';
import https from 'node:https';

const PATIENCE_MS = 5000;

/**
 * Posts JSON over connections that stay open. Three webhooks follow each message: with a fetch for each, the simulator took
 * as much of the machine as the worker that is measured with it.
 */
export function createPoster() {
  const options = { keepAlive: true };
  const clear = new http.Agent(options);
  const sealed = new https.Agent(options);

  return {
    /** Answers the status. */
    post(url: string, body: string, headers: Record<string, string>): Promise<number> {
      const secure = url.startsWith('https:');
      return new Promise((resolve, reject) => {
        const request = (secure ? https : http).request(
          url,
          {
            method: 'POST',
            agent: secure ? sealed : clear,
            timeout: PATIENCE_MS,
            headers: {
              ...headers,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          (answer) => {
            answer.once('error', reject);
            answer.once('end', () => resolve(answer.statusCode ?? 0));
            answer.resume();
          },
        );
        request.once('timeout', () => request.destroy(new Error('The webhook was not answered in time')));
        request.once('error', reject);
        request.end(body);
      });
    },
    /** Ends all connections, those in use too: what waits for an answer fails. */
    close(): void {
      clear.destroy();
      sealed.destroy();
    },
  };
}
