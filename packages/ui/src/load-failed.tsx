import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

/** A failed read: an Indonesian sentence, the specified English words if any, and a button to try again. */
export function LoadFailed({
  title,
  english,
  retrying,
  onRetry,
}: {
  title: string;
  english?: string;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Card as="div" role="alert">
      <EmptyState
        icon={<CircleAlert size={28} />}
        title={title}
        action={
          <Button pending={retrying} pendingLabel="Memuat..." onClick={onRetry}>
            Coba lagi
          </Button>
        }
      >
        {english ? <span lang="en">{english}</span> : null}
      </EmptyState>
    </Card>
  );
}
