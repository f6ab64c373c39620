import { Button } from '@gerbang/ui/button';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { MoreMenu } from '@gerbang/web-kit/page/more-menu.tsx';
import { WhoMay } from '@gerbang/web-kit/session/who-may.tsx';
import { DeskFoot, Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { Check, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import type { BankLine } from '../bank-statements/bank-statements.api.ts';
import { IgnoreDialog, KeepDialog } from './aside-dialogs.tsx';
import { targetOf } from './bank-matches.api.ts';
import { copy } from './bank-matches.copy.ts';
import { Candidates } from './candidates.tsx';
import { Doubt } from './line-doubt.tsx';
import { choicesOf } from './fees-together.ts';
import { Booked, Hints, Ignored } from './line-facts.tsx';
import { ReleaseDialog } from '../payment-reversals/release-dialog.tsx';
import { SharesForm } from './shares-form.tsx';
import { type BookingDesk, isUndecided } from './use-booking.ts';

const BankText = styled.p`
  padding: 10px 12px;
  border-radius: 10px;
  background: var(--bg-subtle);
  font-size: 0.9375rem;
`;

/** How the content and the buttons of a line are put into a panel or a sheet. */
interface Parts {
  readonly body: ReactNode;
  readonly foot: ReactNode;
}

/**
 * One line of the bank: its text, what it may pay, and the decision. `keys` = whether single keys decide; the component is
 * made anew for another line.
 */
export function LineView({
  line,
  desk,
  keys,
  children,
}: {
  line: BankLine;
  desk: BookingDesk;
  keys: boolean;
  children: (parts: Parts) => ReactNode;
}) {
  const books = useCan('bank.book');
  const releases = useCan('payments.reverse');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [form, setForm] = useState<'other' | 'divide' | null>(null);
  const [aside, setAside] = useState<'ignore' | 'keep' | 'release' | null>(null);
  const undecided = isUndecided(line) && !desk.isMade(line);
  const proposed = line.matches.filter(({ status }) => status === 'proposed');
  const proposals = choicesOf(proposed);
  const chosen = proposals.find(({ id }) => id === chosenId) ?? proposals[0];
  const acts = books && undecided;
  // What a waiting proof of another amount becomes is a person's decision about this target, not a proposal's.
  const bookChosen = () => {
    if (!chosen) return;
    const differs =
      !chosen.together && chosen.waiting_amount !== null && chosen.waiting_amount !== chosen.amount;
    desk.book(
      line,
      differs
        ? { shares: [{ ...targetOf(chosen), amount: chosen.amount }], reason: undefined }
        : { match: chosen },
    );
  };
  useShortcuts(
    {
      ...(chosen && form === null ? { enter: bookChosen } : {}),
      ...Object.fromEntries(
        proposals.slice(0, 5).map(({ id }, index) => [String(index + 1), () => setChosenId(id)]),
      ),
      c: () => setForm('other'),
      s: () => setAside('ignore'),
      d: () => setAside('keep'),
    },
    keys && acts && aside === null,
  );

  const keep = (
    <Button small variant="secondary" aria-keyshortcuts="d" onClick={() => setAside('keep')}>
      {copy.keep} <Key>D</Key>
    </Button>
  );
  const Aside = aside && { ignore: IgnoreDialog, keep: KeepDialog, release: ReleaseDialog }[aside];
  const body = (
    <Stack $gap={16}>
      <section aria-label={copy.bankText}>
        <BankText>{line.description ?? copy.noText}</BankText>
      </section>
      <Doubt line={line} />
      {line.status === 'booked' ? (
        <>
          <Booked line={line} />
          <WhoMay ability="payments.reverse" action={copy.release} />
          {releases ? (
            <Row $justify="end">
              <MoreMenu
                label={copy.more}
                entries={[{ id: 'release', label: copy.release, onAction: () => setAside('release') }]}
              />
            </Row>
          ) : null}
        </>
      ) : line.status === 'ignored' ? (
        <Ignored line={line} books={books} />
      ) : line.status === 'settlement' ? (
        <Quiet>{copy.settlement}</Quiet>
      ) : form !== null && acts ? (
        <SharesForm
          line={line}
          first={form === 'divide' && chosen ? [targetOf(chosen)] : []}
          onBook={(shares, reason) => desk.book(line, { shares, reason })}
          onBack={() => setForm(null)}
        />
      ) : chosen ? (
        <>
          <Candidates
            line={{ ...line, matches: proposed }}
            chosen={chosen}
            onChoose={({ id }) => setChosenId(id)}
          />
          {acts ? (
            <Row>
              <Button small variant="secondary" aria-keyshortcuts="c" onClick={() => setForm('other')}>
                {copy.other} <Key>C</Key>
              </Button>
              <Button small variant="secondary" onClick={() => setForm('divide')}>
                {copy.divide}
              </Button>
              {keep}
            </Row>
          ) : null}
        </>
      ) : (
        <>
          <Hints line={line} />
          <EmptyState icon={<SearchX size={28} />} title={copy.none}>
            {acts ? (
              <Stack $gap={12}>
                <span>{copy.noneText}</span>
                <Row $justify="center">
                  <Button small variant="secondary" aria-keyshortcuts="c" onClick={() => setForm('other')}>
                    {copy.search} <Key>C</Key>
                  </Button>
                  {keep}
                </Row>
              </Stack>
            ) : null}
          </EmptyState>
        </>
      )}
      {Aside ? <Aside line={line} onClose={() => setAside(null)} onDone={desk.advance} /> : null}
    </Stack>
  );

  const foot =
    acts && form === null ? (
      <DeskFoot role="group" aria-label={copy.actions}>
        <Button variant="secondary" aria-keyshortcuts="s" onClick={() => setAside('ignore')}>
          {copy.ignore} <Key>S</Key>
        </Button>
        <Button variant="ghost" aria-keyshortcuts="ArrowDown" onClick={desk.advance}>
          {copy.skip} <Key>↓</Key>
        </Button>
        {chosen ? (
          <Button
            aria-keyshortcuts="Enter"
            icon={<Check size={18} aria-hidden="true" />}
            onClick={bookChosen}
          >
            {copy.book} <Key>↵</Key>
          </Button>
        ) : null}
      </DeskFoot>
    ) : null;

  return children({ body, foot });
}
