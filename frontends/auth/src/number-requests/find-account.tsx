import type { User } from '@gerbang/contracts/users';
import type { NumberAccount } from '@gerbang/contracts/number-requests';
import { NUMBER_ACCOUNTS_MAX, refuseNumberRequest } from '@gerbang/domain/number-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { useState } from 'react';
import { styled } from 'styled-components';
import { SEARCH_MIN, useFoundAccounts } from './number-requests.api.ts';
import { openCopy as copy } from './number-requests.copy.ts';
import { nameOf } from './number-request-parts.tsx';

const Choice = styled.button`
  display: grid;
  gap: 2px;
  width: 100%;
  min-height: 44px;
  padding: 12px 16px;
  border: 1px solid var(--border-control);
  border-radius: 14px;
  background: var(--bg-surface);
  color: var(--text-primary);
  text-align: start;
  overflow-wrap: anywhere;
  &:hover {
    background: var(--bg-subtle);
  }
  &:disabled {
    cursor: not-allowed;
    color: var(--text-secondary);
  }
  small {
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
  }
`;

function Found({
  accounts,
  actor,
  onChoose,
}: {
  accounts: readonly NumberAccount[];
  actor: User;
  onChoose: (account: NumberAccount) => void;
}) {
  return (
    <Stack $gap={12}>
      <Quiet role="status">{accounts.length === 0 ? copy.none : copy.found(accounts.length)}</Quiet>
      <Stack as="ul" $gap={8}>
        {accounts.map((account) => {
          const refusal = refuseNumberRequest(actor, account);
          return (
            <li key={account.id}>
              <Choice type="button" disabled={refusal !== null} onClick={() => onChoose(account)}>
                <strong>{nameOf(account)}</strong>
                <small>{account.email}</small>
                <small>
                  {ROLE_WORDS[account.role]} · {account.phone ?? copy.noPhone}
                </small>
                {refusal ? <small>{refusal.message}</small> : null}
              </Choice>
            </li>
          );
        })}
      </Stack>
      {accounts.length === NUMBER_ACCOUNTS_MAX ? <Quiet>{copy.more}</Quiet> : null}
    </Stack>
  );
}

/** Finds an account by name, e-mail or number; what is typed is neither kept nor in the address. */
export function FindAccount({
  actor,
  onChoose,
}: {
  actor: User;
  onChoose: (account: NumberAccount) => void;
}) {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const found = useFoundAccounts(text);
  return (
    <Stack>
      <Text>{copy.findLead}</Text>
      <SearchBox label={copy.find} placeholder={copy.findPlaceholder} onSearch={setSearch} />
      {text.length < SEARCH_MIN ? null : found.isError ? (
        <Stack $gap={8}>
          <Alert>{copy.findFailed}</Alert>
          <Button variant="secondary" pending={found.isFetching} onClick={() => void found.refetch()}>
            {copy.retry}
          </Button>
        </Stack>
      ) : found.data ? (
        <Found accounts={found.data} actor={actor} onChoose={onChoose} />
      ) : (
        <Quiet role="status">{copy.finding}</Quiet>
      )}
    </Stack>
  );
}
