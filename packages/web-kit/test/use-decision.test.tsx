import { ApiError, ProofCancelled } from '@gerbang/web-kit/api/client';
import { renderHook } from '@testing-library/react';
import { useDecision } from '../src/api/use-decision.ts';

const REFUSED = new ApiError(422, '{"message":"Tidak valid"}');
const CONFLICT = new ApiError(409, '{"message":"Sudah berubah"}');
const GONE = new ApiError(404, '{"message":"Tidak ditemukan"}');

/** Sends one decision whose call ends with `error`, or succeeds; returns the callbacks that ran, in order. */
function decide(error: Error | null, takes: readonly ('onConflict' | 'onFailure')[], isPending = false) {
  const seen: string[] = [];
  const { result } = renderHook(() =>
    useDecision<string, string>(
      {
        isPending,
        mutate: (sent, { onSuccess, onError }) => (error ? onError(error) : onSuccess('saved', sent)),
      },
      {
        done: (data, sent) => {
          seen.push(`done ${data} ${sent}`);
          return ['Berhasil', 'Tersimpan'];
        },
        failed: 'Gagal',
        onClose: (done) => seen.push(done ? 'closed' : 'closed, not done'),
        ...Object.fromEntries(takes.map((name) => [name, () => seen.push(name)])),
      },
    ),
  );
  result.current.send('body');
  return seen;
}

test.each([
  ['succeeds', null, [], ['done saved body', 'closed']],
  ['is refused, and the dialog stays with what was typed', REFUSED, [], []],
  ['meets no network, and the dialog stays with what was typed', new TypeError('Failed to fetch'), [], []],
  ['is about what is gone', GONE, [], ['closed, not done']],
  ['meets a conflict that nothing takes', CONFLICT, [], ['closed, not done']],
  ['is refused and the form shows it', REFUSED, ['onConflict', 'onFailure'], ['onFailure']],
  ['was not proved, and the dialog stays with what was typed', new ProofCancelled(), ['onFailure'], []],
  ['meets a conflict', CONFLICT, ['onConflict', 'onFailure'], ['onConflict', 'closed, not done']],
  ['meets a conflict that only the form shows', CONFLICT, ['onFailure'], ['onFailure']],
] as const)('when the call %s, then exactly these callbacks run', (_, error, takes, seen) => {
  expect(decide(error, takes)).toEqual(seen);
});

test('when a call is on its way, then a second press sends nothing', () => {
  expect(decide(null, [], true)).toEqual([]);
});
