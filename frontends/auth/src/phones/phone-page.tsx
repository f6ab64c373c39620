import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { OtpField } from '@gerbang/ui/otp-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useCountdown } from '@gerbang/web-kit/session/countdown';
import { z } from '@gerbang/web-kit/forms/form';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { useSession } from '@gerbang/web-kit/session/session';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ChangeForm } from '../forms/change-form.tsx';
import { PhoneField } from '../forms/fields.tsx';
import { phoneRule, requiredRule, sending } from '../forms/rules.ts';
import { usePhoneChanges } from './phones.api.ts';
import { phonesCopy as copy } from './phones.copy.ts';

const RESEND_AFTER = 60;

const Narrow = styled(Card)`
  max-inline-size: 640px;
`;

const codeSchema = z.object({ otp: z.string().check(z.regex(/^\d{6}$/u, copy.wrongLength)) });

/** The code that was sent to `phone`; with it the number is the user's. */
function CodeForm({ phone, onDone, onChange }: { phone: string; onDone: () => void; onChange: () => void }) {
  const form = useTextForm(codeSchema, { otp: '' });
  const { verify, sendCode } = usePhoneChanges();
  const { left, start } = useCountdown(RESEND_AFTER, true);
  const [problem, setProblem] = useState<string | null>(null);
  const send = sending(form, verify, {
    done: () => {
      toast(copy.doneTitle, copy.doneText);
      onDone();
    },
    failure: copy.failed,
  });
  const resend = () => {
    if (left > 0) return;
    setProblem(null);
    sendCode.mutate(undefined, {
      onSuccess: ({ message }) => {
        start();
        toast(copy.sentTitle, message);
      },
      onError: (error) => setProblem(messageOf(error)),
    });
  };

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ otp }) => send(otp))}
      actions={
        <Stack $gap={12}>
          {problem ? <Banner tone="danger">{problem}</Banner> : null}
          <Button type="submit" pending={verify.isPending} pendingLabel={copy.verifying}>
            {copy.verify}
          </Button>
          <Row $gap={12}>
            <Button variant="ghost" aria-disabled={left > 0} pending={sendCode.isPending} onClick={resend}>
              {left > 0 ? copy.resendIn(left) : copy.resend}
            </Button>
            <Button variant="ghost" onClick={onChange}>
              {copy.change}
            </Button>
          </Row>
        </Stack>
      }
    >
      <p role="status">{copy.sentTo(formatPhone(phone))}</p>
      <OtpField {...form.field('otp')} label={copy.code} hint={copy.codeHint} />
    </FormFrame>
  );
}

const changeSchema = z.object({ phone: phoneRule(), password: requiredRule('Password harus diisi') });

/** Another number, which counts once it is proved; asks for the password. */
function PhoneForm({ onSent, onCancel }: { onSent: (phone: string) => void; onCancel: (() => void) | null }) {
  const form = useTextForm(changeSchema, { phone: '', password: '' });
  const { change } = usePhoneChanges();
  const send = sending(form, change, {
    done: (_user, { phone }) => onSent(phone),
    failure: copy.changeFailed,
  });
  return (
    <ChangeForm
      form={form}
      texts={{ ...copy, pending: copy.sending }}
      isPending={change.isPending}
      onSubmit={form.onSubmit(send)}
      onCancel={onCancel}
    >
      <PhoneField {...form.field('phone')} label={copy.phone} hint={copy.phoneHint} />
    </ChangeForm>
  );
}

/** The number as it stands, with the ways to prove and to change it. */
function Present({
  phone,
  verified,
  onSent,
  onChange,
}: {
  phone: string;
  verified: boolean;
  onSent: (phone: string) => void;
  onChange: () => void;
}) {
  const { sendCode } = usePhoneChanges();
  const [problem, setProblem] = useState<string | null>(null);
  const send = () =>
    sendCode.mutate(undefined, {
      onSuccess: () => onSent(phone),
      onError: (error) => setProblem(messageOf(error)),
    });
  return (
    <Stack $gap={16}>
      <Banner tone={verified ? 'success' : 'attention'}>
        <strong>{verified ? copy.proved(formatPhone(phone)) : copy.unproved(formatPhone(phone))}</strong>
        <p>{verified ? copy.provedHint : copy.why}</p>
      </Banner>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      <Row $gap={12}>
        {verified ? (
          <LinkButton to="/dashboard">{copy.back}</LinkButton>
        ) : (
          <Button pending={sendCode.isPending} pendingLabel={copy.sending} onClick={send}>
            {copy.send}
          </Button>
        )}
        <Button variant="secondary" onClick={onChange}>
          {copy.change}
        </Button>
      </Row>
    </Stack>
  );
}

/** /phone: proves the number that the user logs in by, or changes it. */
export function PhonePage() {
  const { user } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  if (!user) return null;
  const { contact_phone: phone, phone_verified: verified } = user;
  const sent = (number: string) => {
    setSentTo(number);
    setChanging(false);
  };
  const change = () => setChanging(true);
  if (isChanging || phone === null) {
    return (
      <Narrow>
        <Stack $gap={16}>
          <CardTitle>{copy.changeTitle}</CardTitle>
          {phone === null ? <Quiet>{copy.none}</Quiet> : null}
          <PhoneForm onSent={sent} onCancel={phone === null ? null : () => setChanging(false)} />
        </Stack>
      </Narrow>
    );
  }
  return (
    <Narrow as="div">
      {sentTo === null ? (
        <Present phone={phone} verified={verified} onSent={sent} onChange={change} />
      ) : (
        <CodeForm key={sentTo} phone={sentTo} onDone={() => setSentTo(null)} onChange={change} />
      )}
    </Narrow>
  );
}
