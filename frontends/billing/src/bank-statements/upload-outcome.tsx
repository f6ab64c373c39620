import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Row, Stack } from '@gerbang/ui/layout';
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { useSession } from '@gerbang/web-kit/session/session';
import { styled } from 'styled-components';
import type { BankStatement, Imported } from './bank-statements.api.ts';
import { CHECK_LABELS, uploadCopy as copy } from './bank-statements.copy.ts';

const List = styled.ul`
  padding-inline-start: 20px;
`;

/** In the colour of the banner, which a link's would not stand out from enough. */
const Quietly = styled.div`
  summary {
    color: inherit;
  }
`;

type Check = Pick<BankStatement['checks'][number], 'check' | 'result' | 'text'>;

function Lines({ of }: { of: readonly Check[] }) {
  return (
    <List aria-label={copy.checks}>
      {of.map(({ check, result, text }) => (
        <li key={check}>
          <strong>
            {CHECK_LABELS[check]}: {copy.results[result]}.
          </strong>{' '}
          {text}
        </li>
      ))}
    </List>
  );
}

/** The checks of a statement: those that deserve a look in sight, the others behind a line. */
function Checks({ checks }: { checks: readonly Check[] }) {
  const looked = checks.filter(({ result }) => result === 'warning' || result === 'failed');
  const others = checks.filter((one) => !looked.includes(one));
  const passed = checks.filter(({ result }) => result === 'passed').length;
  return (
    <>
      {looked.length > 0 ? <Lines of={looked} /> : null}
      {others.length > 0 ? (
        <Quietly>
          <Disclosure label={copy.allChecks(passed)}>
            <Lines of={others} />
          </Disclosure>
        </Quietly>
      ) : null}
    </>
  );
}

interface Details {
  readonly headers?: readonly string[];
  readonly row?: number;
  readonly checks?: readonly Check[];
}

/** Why a file was refused, with what helps to mend it. */
export function Refusal({
  name,
  error,
  onFiles,
  onForce,
  onMap,
}: {
  name: string;
  error: unknown;
  onFiles: () => void;
  onForce: () => void;
  /** Describes the columns of a file whose heads these are. */
  onMap: (headers: readonly string[]) => void;
}) {
  const { user } = useSession();
  const { code, details = {} } = (error instanceof ApiError ? error.body : null) ?? {};
  const { row, headers, checks }: Details = details;
  return (
    <Banner tone="danger" role="alert">
      <Stack $gap={8}>
        <p>
          <strong>{copy.refusedTitle(name)}</strong> {messageOf(error)}
          {row === undefined ? null : ` ${copy.badRow(row)}`}
        </p>
        {headers ? <p>{copy.headers(headers.join(', '))}</p> : null}
        {checks ? <Checks checks={checks} /> : null}
        <Row>
          {code === 'file_known' ? (
            <Button small variant="secondary" onClick={onFiles}>
              {copy.showKnown}
            </Button>
          ) : null}
          {code === 'balance_mismatch' && user?.role === 'admin' ? (
            <Button small variant="secondary" onClick={onForce}>
              {copy.force}
            </Button>
          ) : null}
          {code === 'unknown_shape' && headers ? (
            <Button small variant="secondary" onClick={() => onMap(headers)}>
              {copy.mapColumns}
            </Button>
          ) : null}
        </Row>
      </Stack>
    </Banner>
  );
}

/** What was found in a file that was taken over. */
export function Result({
  name,
  imported: { statement, matched, unknown, known },
  onClose,
}: {
  name: string;
  imported: Imported;
  onClose: () => void;
}) {
  return (
    <Banner tone="success" role="status">
      <Stack $gap={4}>
        <p>
          <strong>{copy.importedTitle(name)}</strong> {copy.imported(statement.lines_new, known)}
        </p>
        <p>{copy.matched(matched.exact, matched.strong, matched.possible, unknown)}</p>
        <Checks checks={statement.checks} />
        <Row>
          <Button small variant="ghost" onClick={onClose}>
            {copy.close}
          </Button>
        </Row>
      </Stack>
    </Banner>
  );
}
