import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Row, Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type BankLine, readExact, refreshBank } from '../bank-statements/bank-statements.api.ts';
import { bookExact, isUnanswered } from './bank-matches.api.ts';
import { bulkCopy as copy, refusalOf } from './bank-matches.copy.ts';

/** Most lines that one call books. */
const ROUND = 200;

interface Refusal {
  readonly line: BankLine;
  readonly words: string;
}

interface State {
  readonly booked: number;
  readonly refused: readonly Refusal[];
  /** Of lines whose call was not sent, or not answered. */
  readonly left: number;
  readonly running: boolean;
  /** Why it stopped before the end. */
  readonly problem: string | null;
}

/** What is sent in one call, and its key for as long as it is not answered. */
interface Round {
  readonly key: string;
  readonly lines: readonly BankLine[];
}

const matchOf = (line: BankLine): string =>
  line.matches.find(({ status }) => status === 'proposed')?.id ?? '';

const roundsOf = (lines: readonly BankLine[]): Round[] =>
  Array.from({ length: Math.ceil(lines.length / ROUND) }, (_, at) => ({
    key: crypto.randomUUID(),
    lines: lines.slice(at * ROUND, (at + 1) * ROUND),
  }));

/** Books the lines in rounds of 200; what was sent and not answered is sent again with its key. */
function useRounds() {
  const client = useQueryClient();
  const [state, setState] = useState<State | null>(null);
  const rounds = useRef<Round[]>([]);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);

  const run = async (before: Pick<State, 'booked' | 'refused'>) => {
    let { booked } = before;
    let refused = [...before.refused];
    const left = () => rounds.current.reduce((sum, { lines }) => sum + lines.length, 0);
    const show = (running: boolean, problem: string | null = null) =>
      setState({ booked, refused, left: left(), running, problem });
    show(true);
    let problem: string | null = null;
    while (problem === null && rounds.current[0] && !gone.current) {
      const round = rounds.current[0];
      try {
        const answer = await bookExact(round.key, round.lines.map(matchOf));
        booked += answer.booked.length;
        refused = [
          ...refused,
          ...answer.refused.flatMap(({ match_id, code }) => {
            const line = round.lines.find((one) => matchOf(one) === match_id);
            return line ? [{ line, words: refusalOf(code) }] : [];
          }),
        ];
        rounds.current.shift();
        show(true);
      } catch (error) {
        problem = messageOf(error);
        // An answered refusal of the whole round needs a new key.
        if (!isUnanswered(error)) rounds.current[0] = { ...round, key: crypto.randomUUID() };
      }
    }
    show(false, problem);
    await refreshBank(client);
  };

  return {
    state,
    start: (lines: readonly BankLine[]) => {
      rounds.current = roundsOf(lines);
      return run({ booked: 0, refused: [] });
    },
    again: () => (state ? run(state) : undefined),
  };
}

const Refused = styled.ul`
  max-height: 320px;
  overflow: auto;
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
    align-items: center;
    padding-block: 8px;
    border-block-end: 1px solid var(--border-subtle);
  }
`;

function Outcome({
  state,
  total,
  onAgain,
  onOpen,
  onClose,
}: {
  state: State;
  total: number;
  onAgain: () => void;
  onOpen: (line: BankLine) => void;
  onClose: () => void;
}) {
  const { booked, refused, left, running, problem } = state;
  const done = booked + refused.length;
  return (
    <Stack>
      <ProgressBar percent={(100 * done) / total} label={copy.progressLabel} />
      <p role="status">
        <strong>{running ? copy.progress(done, total) : copy.done(booked)}</strong>
      </p>
      {problem !== null ? (
        <Banner tone="danger" role="alert">
          <p>{copy.interrupted(left)}</p>
          <p>{problem}</p>
        </Banner>
      ) : null}
      {refused.length > 0 ? (
        <section>
          <h3>{copy.refused(refused.length)}</h3>
          <Refused>
            {refused.map(({ line, words }) => (
              <li key={line.id}>
                <span>
                  <strong>
                    {formatRupiah(line.amount)} · {formatDateShort(line.booked_on)}
                  </strong>{' '}
                  {line.matches[0]?.child_name}
                  <br />
                  {words}
                </span>
                <Button
                  small
                  variant="ghost"
                  aria-label={copy.openOf(formatRupiah(line.amount), formatDateShort(line.booked_on))}
                  onClick={() => onOpen(line)}
                >
                  {copy.open}
                </Button>
              </li>
            ))}
          </Refused>
        </section>
      ) : null}
      <DialogActions>
        {problem !== null ? (
          <Button variant="secondary" onClick={onAgain}>
            {copy.again}
          </Button>
        ) : null}
        <Button pending={running} onClick={onClose}>
          {copy.close}
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** Books every exact match: their sum first, then one call for each 200 lines, then what came of it. */
export function BulkBooking({
  filters,
  skip,
  onOpen,
  onClose,
}: {
  filters: Parameters<typeof readExact>[0];
  /** Lines that were decided by hand a moment ago. */
  skip: (line: BankLine) => boolean;
  onOpen: (line: BankLine) => void;
  onClose: () => void;
}) {
  const found = useQuery({
    queryKey: ['bank-exact', filters],
    queryFn: ({ signal }) => readExact(filters, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const rounds = useRounds();
  const [total, setTotal] = useState(0);
  const lines = (found.data ?? []).filter((line) => !skip(line));
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const families = new Set(lines.map(({ matches }) => matches[0]?.family));
  if (rounds.state) {
    const leave = rounds.state.running ? () => undefined : onClose;
    return (
      <Dialog title={copy.title(total)} dismissable={false} onClose={leave}>
        <Outcome
          state={rounds.state}
          total={total}
          onAgain={() => void rounds.again()}
          onOpen={onOpen}
          onClose={leave}
        />
      </Dialog>
    );
  }
  if (!found.data || lines.length === 0) {
    return (
      <Dialog title={copy.progressLabel} onClose={onClose}>
        {found.data ? (
          <p>{copy.none}</p>
        ) : (
          <Loading of={found} lines={3} label={copy.reading} failed={copy.readFailed} />
        )}
        <DialogActions>
          <Row>
            <Button variant="secondary" onClick={onClose}>
              {copy.close}
            </Button>
          </Row>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <AlertDialog
      title={copy.title(lines.length)}
      confirmLabel={copy.start}
      destructive={false}
      onCancel={onClose}
      onConfirm={() => {
        setTotal(lines.length);
        void rounds.start(lines);
      }}
    >
      <p>{copy.confirm(formatRupiah(sum), families.size)}</p>
    </AlertDialog>
  );
}
