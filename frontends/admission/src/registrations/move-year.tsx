import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useRegistrationChanges } from './registrations.api.ts';
import { moveYearCopy as copy } from './registrations.copy.ts';

/** A registration without a fee whose year was closed moves to the next one by its family's yes. */
export function MoveYear({ row, to }: { row: RegistrationRow; to: string }) {
  const { send, pending } = useDecision(useRegistrationChanges().update, {
    done: copy.done(to),
    failed: copy.failed,
    onClose: () => {},
    onFailure: () => {},
  });
  return (
    <Banner tone="attention">
      <p>{copy.text(row.academic_year, to)}</p>
      <Button
        small
        pending={pending}
        pendingLabel={copy.pending}
        onClick={() => send({ of: row, body: { academic_year: to } })}
      >
        {copy.yes(to)}
      </Button>
    </Banner>
  );
}
