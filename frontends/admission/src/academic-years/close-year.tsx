import type { AcademicYear, YearChoices, YearLeft } from '@gerbang/contracts/academic-years';
import type { ClosingKind } from '@gerbang/domain/academic-years';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Link } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { useState } from 'react';
import { useClosingChanges, useClosingPreview, type useClosing } from './closing.api.ts';
import { closingCopy as copy } from './closing.copy.ts';

type Closing = NonNullable<ReturnType<typeof useClosing>['data']>;

/** The lists that show what is left, without their year. */
const LISTS: Readonly<Record<ClosingKind, string>> = {
  unpaid: '/admin/registration?payment_status=pending&academic_year=',
  waiting: '/admin/registration?academic_year=',
  waitlist: '/admin/seats?tahun=',
  accepted: '/admin/registration?current_stage=passed&academic_year=',
  invoices: '/admin/invoices?academic_year=',
};

function Left({ kind, count, label }: YearLeft & { label: string }) {
  return (
    <span>
      {count}{' '}
      {count > 0 ? (
        <Link to={LISTS[kind] + encodeURIComponent(label)} aria-label={copy.see(copy.kinds[kind])}>
          {copy.seeShort}
        </Link>
      ) : null}
    </span>
  );
}

function Follows({ year, choices, version }: { year: AcademicYear; choices: YearChoices; version: number }) {
  const read = useClosingPreview(year.label, choices, version);
  if (!read.data) {
    return <Loading of={read} lines={3} row={20} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (read.data.length === 0) return <p>{copy.nothing}</p>;
  return (
    <section aria-label={copy.follows}>
      <h3>{copy.follows}</h3>
      <ul>
        {read.data.map(({ kind, count, text }) => (
          <li key={kind}>
            <strong>{count}</strong> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is left of a year, what is to become of it, and the first or second word. */
export function CloseYear({
  year,
  closing,
  onClose,
}: {
  year: AcademicYear;
  closing: Closing;
  onClose: () => void;
}) {
  const { left, version, closing: live } = closing;
  const asked = live?.status === 'asked' ? live : null;
  const { user } = useSession();
  const [choices, setChoices] = useState<YearChoices>(
    asked?.choices ?? { unpaid: 'delete', accepted: 'wait' },
  );
  const { send, pending } = useDecision(useClosingChanges(year).close, {
    done: (answer) =>
      'closing' in answer && answer.closing.status === 'running' ? copy.done.running : copy.done.asked,
    failed: copy.failed,
    onClose: () => {},
    onFailure: () => {},
  });
  const isBlocked = left.some(({ kind, count }) => kind === 'waiting' && count > 0);
  const same = asked?.choices.unpaid === choices.unpaid && asked.choices.accepted === choices.accepted;
  const waitsForOther = same && asked?.asked.by.id === user?.id;
  const optionsOf = (kind: ClosingKind) =>
    (left.find((one) => one.kind === kind)?.choices ?? []).map((value) => ({
      value,
      label: copy.options[value],
    }));
  return (
    <Stack>
      <p>{copy.lead}</p>
      {asked ? <Banner tone="info">{copy.askedBy(asked.asked.by.name ?? copy.unnamed)}</Banner> : null}
      <SummaryList
        rows={left.map((one) => ({
          label: copy.kinds[one.kind],
          value: <Left {...one} label={year.label} />,
        }))}
      />
      <RadioGroup
        label={copy.unpaid}
        name="unpaid"
        options={optionsOf('unpaid')}
        value={choices.unpaid}
        onChange={({ target }) =>
          setChoices({ ...choices, unpaid: target.value === 'move' ? 'move' : 'delete' })
        }
      />
      <RadioGroup
        label={copy.accepted}
        name="accepted"
        options={optionsOf('accepted')}
        value={choices.accepted}
        onChange={({ target }) =>
          setChoices({ ...choices, accepted: target.value === 'withdraw' ? 'withdraw' : 'wait' })
        }
      />
      <Follows year={year} choices={choices} version={version} />
      {isBlocked ? <Banner tone="attention">{copy.blocked}</Banner> : null}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button
          variant={same ? 'danger' : 'primary'}
          disabled={isBlocked || waitsForOther}
          pending={pending}
          pendingLabel={copy.pending}
          onClick={() => send({ choices, version })}
        >
          {same ? copy.agree : copy.ask}
        </Button>
      </DialogActions>
    </Stack>
  );
}
