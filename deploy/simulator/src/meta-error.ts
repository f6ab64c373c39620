import { randomBytes } from 'node:crypto';

/** Meta's error body; a refused registration has a subcode and a title for people. */
export function metaError(
  code: number,
  details: string,
  user?: { readonly subcode?: number; readonly title?: string },
) {
  return {
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      ...(user
        ? {
            ...(user.subcode !== undefined && { error_subcode: user.subcode }),
            is_transient: false,
            error_user_title: user.title ?? details,
            error_user_msg: user.title ?? details,
          }
        : { error_data: { messaging_product: 'whatsapp', details } }),
      fbtrace_id: randomBytes(8).toString('hex'),
    },
  };
}
