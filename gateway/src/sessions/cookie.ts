/** The session cookie (reliability G10): `__Host-` binds it to this very host where it is Secure. */
export function sessionCookie(secure: boolean) {
  return {
    name: secure ? '__Host-sid' : 'sid',
    attributes: { path: '/', httpOnly: true, secure, sameSite: 'lax' as const },
  };
}
export type SessionCookie = ReturnType<typeof sessionCookie>;
