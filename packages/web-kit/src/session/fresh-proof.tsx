import { proveFresh, type FreshProofBody, type FreshProofs } from '@gerbang/contracts/factors';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Text } from '@gerbang/ui/layout';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError, call, ProofCancelled } from '@gerbang/web-kit/api/client';
import { ProofForm } from './proof-form.tsx';

const copy = {
  title: 'Pastikan ini Anda',
  lead: 'Langkah berikutnya penting, jadi kami bertanya sekali lagi. Setelah itu Anda tidak ditanya lagi selama 15 menit.',
  submit: 'Lanjutkan',
  cancel: 'Batal',
  loading: 'Memuat...',
  failed: 'Cara verifikasi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
} as const;

const sessionIsOver = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The ways to prove oneself, with a new challenge; null where they cannot be read now. */
async function newOffer(): Promise<FreshProofs | null> {
  const answer = await call(proveFresh, { body: {} }).catch(() => null);
  return answer && 'kinds' in answer ? answer : null;
}

function Sheet({ onDone, onFail }: { onDone: () => void; onFail: (error: Error) => void }) {
  const [offer, setOffer] = useState<FreshProofs | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(true);

  /** Without a proof it reads what counts as one. */
  const send = useCallback(
    (body: FreshProofBody): Promise<void> =>
      call(proveFresh, { body })
        .then(
          (answer) => {
            if ('kinds' in answer) setOffer(answer);
            else onDone();
          },
          async (failure: Error) => {
            // A passkey's challenge is used up by one answer.
            if ('passkey' in body) setOffer(await newOffer());
            if (sessionIsOver(failure)) onFail(failure);
            else setError(failure);
          },
        )
        .finally(() => setPending(false)),
    [onDone, onFail],
  );
  useEffect(() => void send({}), [send]);
  const again = (body: FreshProofBody) => {
    setPending(true);
    setError(null);
    void send(body);
  };

  const cancel = () => onFail(new ProofCancelled());
  return (
    <Dialog title={copy.title} dismissable={false} onClose={cancel}>
      <Text>{copy.lead}</Text>
      {offer ? (
        <ProofForm
          kinds={offer.kinds}
          passkey={offer.passkey}
          submit={copy.submit}
          pending={pending}
          error={error}
          onSend={(proof) => again(proof as FreshProofBody)}
          other={
            <Button variant="ghost" onClick={cancel}>
              {copy.cancel}
            </Button>
          }
        />
      ) : error ? (
        <LoadFailed title={copy.failed} retrying={pending} onRetry={() => again({})} />
      ) : (
        <Skeleton lines={3} label={copy.loading} />
      )}
    </Dialog>
  );
}

/**
 * Opens the sheet that asks for the password or a factor once more; the promise is refused when the user cancels, or when
 * the session is over. It has a root of its own, since any call of any page may need it.
 */
export async function askForFreshProof(): Promise<void> {
  const root = createRoot(document.createElement('div'));
  try {
    await new Promise<void>((resolve, reject) => {
      root.render(<Sheet onDone={resolve} onFail={reject} />);
    });
  } finally {
    root.unmount();
  }
}
