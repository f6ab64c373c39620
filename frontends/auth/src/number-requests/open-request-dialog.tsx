import { Fieldset } from '@gerbang/ui/form-section';
import type { User } from '@gerbang/contracts/users';
import type { NumberAccount } from '@gerbang/contracts/number-requests';
import {
  NUMBER_CHECK_LABELS,
  NUMBER_CHECKS,
  NUMBER_CHECKS_MIN,
  type NumberCheck,
} from '@gerbang/domain/number-requests';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog } from '@gerbang/ui/dialog';
import { Hint, Problem } from '@gerbang/ui/field';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { phoneRule } from '../forms/rules.ts';
import { FindAccount } from './find-account.tsx';
import { useNumberRequestChanges } from './number-requests.api.ts';
import { openCopy as copy } from './number-requests.copy.ts';
import { nameOf } from './number-request-parts.tsx';

const Checks = styled(Fieldset)`
  display: grid;
  gap: 4px;
`;

const schema = z.object({ phone: phoneRule() });

/** The new number of the account, and what was checked of its owner. */
function RequestForm({
  account,
  onOther,
  onClose,
}: {
  account: NumberAccount;
  onOther: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const form = useTextForm(schema, { phone: '' });
  const [checked, setChecked] = useState<readonly NumberCheck[]>([]);
  const [tried, setTried] = useState(false);
  const { open } = useNumberRequestChanges();
  const { send, pending } = useDecision(open, {
    done: [copy.done, copy.doneText],
    failed: copy.failed,
    onClose,
    onFailure: form.fail,
  });
  const few = checked.length < NUMBER_CHECKS_MIN;
  return (
    <FormFrame
      form={form}
      onSubmit={(event) => {
        setTried(true);
        form.onSubmit(({ phone }) => {
          if (!few) send({ id: account.id, body: { phone, checked: [...checked] } });
        })(event);
      }}
      actions={
        <FormActions
          label={copy.submit}
          pending={pending}
          pendingLabel={copy.pending}
          onCancel={() => (pending ? undefined : onClose())}
        />
      }
    >
      <div>
        <SummaryList
          rows={[
            { label: copy.account, value: nameOf(account) },
            { label: copy.email, value: account.email },
            { label: copy.oldPhone, value: account.phone ?? copy.noPhone },
          ]}
        />
        <Button small variant="ghost" onClick={onOther}>
          {copy.other}
        </Button>
      </div>
      <TextField
        {...form.field('phone')}
        label={copy.phone}
        hint={copy.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <Checks aria-describedby={`${id}-hint${tried && few ? ` ${id}-few` : ''}`}>
        <legend>{copy.checked}</legend>
        <Hint id={`${id}-hint`}>{copy.checkedHint}</Hint>
        {NUMBER_CHECKS.map((check) => (
          <Checkbox
            key={check}
            label={NUMBER_CHECK_LABELS[check]}
            checked={checked.includes(check)}
            onChange={({ target }) =>
              setChecked(target.checked ? [...checked, check] : checked.filter((one) => one !== check))
            }
          />
        ))}
        {tried && few ? (
          <Problem id={`${id}-few`} role="alert">
            {copy.checkedFew}
          </Problem>
        ) : null}
      </Checks>
    </FormFrame>
  );
}

/** Opens a request about a lost number: first the account, then its new number and what was checked. */
export function OpenRequestDialog({ actor, onClose }: { actor: User; onClose: () => void }) {
  const [account, setAccount] = useState<NumberAccount | null>(null);
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      {account === null ? (
        <FindAccount actor={actor} onChoose={setAccount} />
      ) : (
        <RequestForm account={account} onOther={() => setAccount(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}
