import { Signer } from '@fastify/cookie';

const MAX_CACHED = 20_000;

/** Signs session ids and caches verified signatures, because the same cookie comes with every request. */
export function cookieSigner(secret: string) {
  const signer = new Signer(secret);
  const idOf = new Map<string, string>();
  const signedOf = new Map<string, string>();

  function remember(id: string, signed: string): void {
    if (idOf.size >= MAX_CACHED) {
      idOf.clear();
      signedOf.clear();
    }
    idOf.set(signed, id);
    signedOf.set(id, signed);
  }

  return {
    sign(id: string): string {
      // Not cached: a new id is signed once, and only a cookie that came back is worth a cache entry.
      return signedOf.get(id) ?? signer.sign(id);
    },
    unsign(signed: string): { valid: boolean; renew: boolean; value: string | null } {
      const id = idOf.get(signed);
      if (id !== undefined) return { valid: true, renew: false, value: id };
      const result = signer.unsign(signed);
      if (result.valid && result.value !== null) remember(result.value, signed);
      return result;
    },
  };
}
