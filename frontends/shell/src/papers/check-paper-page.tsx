import { checkPaper } from '@gerbang/contracts/papers';
import { CHECK_PATH } from '@gerbang/contracts/public-pages';
import { groupedPaperCode, PAPER_LABELS, readPaperCode } from '@gerbang/domain/papers';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { PageHeader } from '@gerbang/ui/page-header';
import { PageSpinner } from '@gerbang/ui/spinner';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { TextField } from '@gerbang/ui/text-field';
import { ApiError, call, type CallOutput, messageOf } from '@gerbang/web-kit/api/client';
import { formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { useNavigate, useParams } from '@gerbang/web-kit/page/router';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { copy } from './check-paper.copy.ts';

type Paper = CallOutput<typeof checkPaper>;

const Host = styled.p`
  color: var(--text-secondary);
  overflow-wrap: anywhere;
`;

/** What the school says of a paper, to compare with it. */
function Answer({ paper }: { paper: Paper }) {
  const { kind, number, issued_on, host } = paper;
  const facts = copy.facts;
  const rows: SummaryRow[] = [
    { label: facts.kind, value: PAPER_LABELS[kind] },
    { label: facts.number, value: number },
    { label: facts.issued, value: formatDateLong(issued_on) },
  ];
  if (paper.valid) {
    const { amount, initials, level, year } = paper;
    if (amount !== undefined) rows.push({ label: facts.amount, value: formatRupiah(amount) });
    if (initials !== null) rows.push({ label: facts.initials, value: initials });
    rows.push({ label: facts.level, value: level });
    if (year !== undefined) rows.push({ label: facts.year, value: year });
  }
  return (
    <Stack $gap={16}>
      {paper.valid ? (
        <Banner tone="success" role="status">
          <strong>{copy.valid(paper.school)}</strong>
        </Banner>
      ) : (
        <Banner tone="danger" role="alert">
          <strong>{copy.revoked(formatDateLong(paper.revoked_on))}</strong>
          {paper.replaced ? <p>{copy.replaced}</p> : null}
        </Banner>
      )}
      <SummaryList rows={rows} />
      {paper.valid ? <p>{copy.compare}</p> : null}
      <Host>{copy.host(host)}</Host>
    </Stack>
  );
}

/** A code that belongs to no paper, and how else to be sure. */
function Unknown() {
  return (
    <Stack $gap={12}>
      <Banner tone="danger" role="alert">
        <strong>{copy.unknown}</strong>
      </Banner>
      <p>{copy.old}</p>
    </Stack>
  );
}

/** A call that failed offers to try again. */
function Failed({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) {
  const limited = error instanceof ApiError && error.status === 429;
  return (
    <Stack $gap={16}>
      <Banner tone="attention" role="alert">
        {limited ? messageOf(error) : copy.failed}
      </Banner>
      <Button pending={retrying} pendingLabel={copy.loading} onClick={onRetry}>
        Coba lagi
      </Button>
    </Stack>
  );
}

function Checked({ code }: { code: string }) {
  const read = useQuery({
    queryKey: ['paper', code],
    queryFn: ({ signal }) => call(checkPaper, { signal, params: { code } }),
  });
  if (read.data) return <Answer paper={read.data} />;
  if (!read.isError) return <PageSpinner label={copy.loading} />;
  if (read.error instanceof ApiError && read.error.status === 404) return <Unknown />;
  return <Failed error={read.error} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
}

/** The code by hand, for a paper whose square cannot be scanned; `first` where nothing else is on the page. */
function TypedCode({ label, first }: { label: string; first: boolean }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const code = readPaperCode(typed);
    if (code === null) {
      setProblem(copy.codeWrong);
      document.getElementById(id)?.focus();
      return;
    }
    setTyped('');
    void navigate(`${CHECK_PATH}/${code}`);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack $gap={16}>
        <TextField
          id={id}
          label={label}
          hint={copy.codeHint}
          error={problem}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" variant={first ? 'primary' : 'secondary'}>
          {copy.check}
        </Button>
      </Stack>
    </form>
  );
}

/** /cek and /cek/{code}: whether a paper is the school's, for whoever holds it. */
export function CheckPaperPage() {
  const { code: typed } = useParams();
  const code = typed === undefined ? null : readPaperCode(typed);
  return (
    <Stack $gap={24}>
      <FirstPaintEnd />
      <PageHeader title={copy.title} description={copy.lead} />
      {typed === undefined ? null : (
        <Card as="div">
          {code === null ? (
            <Unknown />
          ) : (
            <Stack $gap={16}>
              <Host>
                {copy.code}: <b>{groupedPaperCode(code)}</b>
              </Host>
              <Checked code={code} />
            </Stack>
          )}
        </Card>
      )}
      <Card as="div">
        <Stack $gap={16}>
          <TypedCode first={typed === undefined} label={typed === undefined ? copy.code : copy.another} />
          {typed === undefined ? <Quiet $small>{copy.old}</Quiet> : null}
        </Stack>
      </Card>
    </Stack>
  );
}
