import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { counterCopy as copy } from './counter.copy.ts';

/** The buttons below a form of the counter; without `onClose` there is nothing to cancel. */
export function FormButtons({
  send: { isPending },
  words: [label, pendingLabel],
  onClose,
}: {
  send: { isPending: boolean };
  words: readonly [string, string];
  onClose?: () => void;
}) {
  return (
    <Row>
      <Button type="submit" pending={isPending} pendingLabel={pendingLabel}>
        {label}
      </Button>
      {onClose ? (
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
      ) : null}
    </Row>
  );
}
