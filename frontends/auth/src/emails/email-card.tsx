import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Row, Stack } from '@gerbang/ui/layout';
import { UnverifiedEmail } from '@gerbang/web-kit/session/unverified-email.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useSession } from '@gerbang/web-kit/session/session';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { ChangeForm } from '../forms/change-form.tsx';
import { EmailField } from '../forms/fields.tsx';
import { emailRule, requiredRule, sending } from '../forms/rules.ts';
import { useChangeEmail } from './emails.api.ts';
import { changeCopy as copy } from './emails.copy.ts';

const changeSchema = z.object({
  email: emailRule('Format email tidak valid'),
  password: requiredRule('Password harus diisi'),
});

/** Another address, which counts once its link is used; asks for the password. */
function EmailForm({ onDone }: { onDone: () => void }) {
  const form = useTextForm(changeSchema, { email: '', password: '' });
  const change = useChangeEmail();
  const send = sending(form, change, {
    done: (_user, { email }) => {
      toast(copy.sentTitle, copy.sentText(email));
      onDone();
    },
    failure: copy.failed,
  });
  return (
    <ChangeForm
      form={form}
      texts={copy}
      isPending={change.isPending}
      onSubmit={form.onSubmit(send)}
      onCancel={onDone}
    >
      <EmailField {...form.field('email')} label={copy.email} hint={copy.emailHint} />
    </ChangeForm>
  );
}

/** The user's address on /password, whether it is proved, and its change; only where the portal sends letters. */
export function EmailCard() {
  const { user } = useSession();
  const [isChanging, setChanging] = useState(false);
  if (user?.email_verified === undefined || user.must_change_password) return null;
  const isReleased = user.email.endsWith('.invalid');
  return (
    <Card as="div">
      <Stack $gap={16}>
        <CardTitle>{copy.title}</CardTitle>
        {isReleased ? <Banner tone="attention">{copy.none}</Banner> : <p>{copy.present(user.email)}</p>}
        {user.email_verified ? <p>{copy.proved}</p> : null}
        <UnverifiedEmail key={user.pending_email} />
        {isChanging ? (
          <EmailForm onDone={() => setChanging(false)} />
        ) : (
          <Row $gap={12}>
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {copy.change}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}
