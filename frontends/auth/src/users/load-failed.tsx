import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { CircleAlert } from 'lucide-react';
import { usersCopy as copy } from './users.copy.ts';

/** The list could not be read: the specification's English words, an Indonesian sentence, another try (accounts §8). */
export function LoadFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Card as="div" role="alert">
      <EmptyState
        icon={<CircleAlert size={28} />}
        title={copy.loadFailedText}
        action={
          <Button pending={retrying} pendingLabel={copy.retrying} onClick={onRetry}>
            {copy.retry}
          </Button>
        }
      >
        <span lang="en">{copy.loadFailed}</span>
      </EmptyState>
    </Card>
  );
}
