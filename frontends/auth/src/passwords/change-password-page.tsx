import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Row, Stack } from '@gerbang/ui/layout';
import { PasswordField } from '@gerbang/ui/password-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useChangePassword, useSession } from '@gerbang/web-kit/session/session';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast } from '@gerbang/web-kit/page/toast';
import { styled } from 'styled-components';
import { EmailCard } from '../emails/email-card.tsx';
import { NewPasswordFields } from '../forms/new-password-fields.tsx';
import { passwordRule, requiredRule, sameAs, sending } from '../forms/rules.ts';

/** Texts of /password. */
const copy = {
  currentPassword: 'Password saat ini',
  newPassword: 'Password baru',
  newPasswordHint: 'Minimal 8 karakter.',
  confirmPassword: 'Konfirmasi password baru',
  submit: 'Ubah Password',
  pending: 'Menyimpan...',
  cancel: 'Batal',
  success: 'Password berhasil diubah',
  failure: 'Gagal mengubah password',
  mustTitle: 'Buat password Anda sendiri dulu',
  mustText:
    'Password Anda saat ini dibuat oleh administrator dan hanya berlaku sementara. Demi keamanan, gantilah sekarang; setelah itu semua halaman terbuka kembali.',
  tipsTitle: 'Tips keamanan password',
  tips: [
    'Gunakan minimal 8 karakter; kalimat yang panjang lebih kuat daripada kata yang rumit.',
    'Jangan memakai nama, email, atau nomor telepon Anda.',
    'Jangan memakai password yang sama dengan akun lain.',
    'Jangan memberikan password atau kode OTP kepada siapa pun, termasuk panitia.',
  ],
  othersLeave: 'Perangkat lain yang masuk dengan akun ini akan dikeluarkan.',
} as const;

const changePasswordSchema = z
  .object({
    currentPassword: requiredRule('Password saat ini harus diisi'),
    newPassword: passwordRule(8, 'Password baru minimal 8 karakter'),
    confirmPassword: z.string(),
  })
  .check(sameAs('newPassword', 'confirmPassword', 'Konfirmasi password tidak cocok'));

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

const Columns = styled.div`
  display: grid;
  gap: 24px;
  align-items: start;
  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 640px) minmax(0, 400px);
  }
`;

const Tips = styled.ul`
  display: grid;
  gap: 8px;
  margin-block-start: 12px;
  padding-inline-start: 20px;
  list-style: disc;
`;

function ChangePasswordForm({ bound }: { bound: boolean }) {
  const form = useTextForm(changePasswordSchema, EMPTY);
  const change = useChangePassword();
  const navigate = useNavigate();

  const send = sending(form, change, {
    done: (result) => {
      toast(copy.success, result.message);
      form.reset();
      void navigate('/dashboard');
    },
    failure: copy.failure,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) => send({ currentPassword, newPassword }))}
      actions={
        <Row $gap={12}>
          <Button type="submit" pending={change.isPending} pendingLabel={copy.pending}>
            {copy.submit}
          </Button>
          {bound ? null : (
            <LinkButton to="/dashboard" $variant="secondary">
              {copy.cancel}
            </LinkButton>
          )}
        </Row>
      }
    >
      <PasswordField
        {...form.field('currentPassword')}
        label={copy.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordFields
        fields={[form.field('newPassword'), form.field('confirmPassword')]}
        labels={[copy.newPassword, copy.confirmPassword]}
        hint={`${copy.newPasswordHint} ${copy.othersLeave}`}
      />
    </FormFrame>
  );
}

/** /password: changes the user's password; required while it is a temporary one of an administrator. */
export function ChangePasswordPage() {
  const { user } = useSession();
  const bound = user?.must_change_password ?? false;
  return (
    <Columns>
      <Card as="div">
        <Stack $gap={20}>
          {bound ? (
            <Banner tone="attention">
              <strong>{copy.mustTitle}</strong>
              <p>{copy.mustText}</p>
            </Banner>
          ) : null}
          <ChangePasswordForm bound={bound} />
        </Stack>
      </Card>
      <Stack $gap={24}>
        <Card>
          <CardTitle>{copy.tipsTitle}</CardTitle>
          <Tips>
            {copy.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </Tips>
        </Card>
        <EmailCard />
      </Stack>
    </Columns>
  );
}
