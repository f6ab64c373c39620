import { Button } from '@gerbang/ui/button';

interface Act {
  readonly pending: boolean;
  readonly send: () => void;
}

/** Stops a piece of work that runs, or lets one that was stopped go on. */
export function StopOrGoOn({
  status,
  copy,
  stop,
  goOn,
}: {
  status: string | undefined;
  copy: Readonly<Record<'stop' | 'stopping' | 'goOn' | 'pending', string>>;
  stop: Act;
  goOn: Act;
}) {
  if (status === 'running')
    return (
      <Button variant="secondary" pending={stop.pending} pendingLabel={copy.stopping} onClick={stop.send}>
        {copy.stop}
      </Button>
    );
  if (status !== 'stopped') return null;
  return (
    <Button pending={goOn.pending} pendingLabel={copy.pending} onClick={goOn.send}>
      {copy.goOn}
    </Button>
  );
}
