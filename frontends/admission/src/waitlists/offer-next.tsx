import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { WaitlistEntry } from '@gerbang/contracts/waitlists';
import { Alert } from '@gerbang/ui/banner';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { styled } from 'styled-components';
import { offerRefusal } from './offer-refusal.ts';
import { useMakeOffers } from './waitlists.api.ts';
import { offerCopy as copy } from './waitlists.copy.ts';

const Names = styled.ol`
  display: grid;
  gap: 4px;
  max-height: 40vh;
  overflow-y: auto;
  li {
    display: flex;
    gap: 8px;
    font-feature-settings: 'tnum';
  }
  li > span:first-child {
    flex: none;
    min-width: 1.5em;
    text-align: end;
    color: var(--text-secondary);
  }
`;

/** Offers seats to the first of the list: it names them before, and after it those who got one. */
export function OfferNext({
  pool,
  entries,
  most,
  onClose,
}: {
  pool: SeatPool;
  /** Those to whom a seat can be offered, in the order of the list. */
  entries: readonly WaitlistEntry[];
  /** The most seats that one call offers. */
  most: number;
  onClose: () => void;
}) {
  const free = Math.min(pool.free, entries.length, most);
  const [typed, setTyped] = useState(() => String(free));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const keyOf = useRepeatKey();
  const count = /^\d{1,2}$/u.test(typed) ? Number(typed) : 0;
  const fits = count >= 1 && count <= free;
  const { send, pending } = useDecision(useMakeOffers(), {
    done: (made) => [copy.done(made.length), made.map(({ child_name }) => child_name).join(', ')],
    failed: copy.failed,
    failureText: offerRefusal,
    onFailure: (error) => setRefusal(offerRefusal(error)),
    onClose,
  });
  const offer = () => {
    setTried(true);
    if (!fits) return;
    const body = { count };
    send({ poolId: pool.id, key: keyOf(body), body });
  };
  return (
    <Dialog title={copy.nextTitle(pool.label)} onClose={onClose}>
      <Stack>
        <Alert>{refusal}</Alert>
        {free > 0 ? (
          <TextField
            label={copy.count}
            hint={copy.countHint(free)}
            inputMode="numeric"
            autoComplete="off"
            error={tried && !fits ? copy.countWrong(free) : undefined}
            value={typed}
            onChange={({ target }) => setTyped(target.value.trim())}
          />
        ) : null}
        {fits ? (
          <div>
            <p>
              <strong>{copy.receivers}</strong>
            </p>
            <Names>
              {entries.slice(0, count).map(({ id, position, child_name, registration_number: number }) => (
                <li key={id}>
                  <span>{position}.</span>
                  <span>
                    {child_name}{' '}
                    <Quiet as="span" $small>
                      {number}
                    </Quiet>
                  </span>
                </li>
              ))}
            </Names>
          </div>
        ) : null}
        <Quiet $small>{copy.held(pool.answer_days)}</Quiet>
      </Stack>
      <FormActions
        label={copy.send(fits ? count : free)}
        aria-disabled={!fits}
        pending={pending}
        pendingLabel={copy.pending}
        onClick={offer}
        onCancel={onClose}
      />
    </Dialog>
  );
}
