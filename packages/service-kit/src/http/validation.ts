import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { unsupportedText } from './requests.ts';
import { badRequest, issuesOf } from './problems.ts';

/** The message of a rule without one of its own, so that the library's English never reaches a response. */
export const fallbackMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Wajib diisi' : 'Jenis isian tidak sesuai';
    case 'too_small':
      if (issue.origin === 'string') return `Paling sedikit ${issue.minimum} karakter`;
      return issue.origin === 'array' ? `Paling sedikit ${issue.minimum} baris` : `Minimal ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `Paling banyak ${issue.maximum} karakter`;
      return issue.origin === 'array' ? `Paling banyak ${issue.maximum} baris` : `Maksimal ${issue.maximum}`;
    case 'invalid_format':
      return 'Format tidak sesuai';
    case 'invalid_value':
      return 'Pilihan tidak tersedia';
    case 'unrecognized_keys':
      return 'Isian ini tidak dikenal';
    default:
      return 'Isian tidak valid';
  }
};

/** The schema in strict mode: unknown fields are refused, also where the contract does not say so. */
export function strictly(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

/** A handler's result does not match its contract: a bug of ours, so a 500. */
class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

/** Validates one part of a request with its zod schema. */
export const compileZod: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const strict = strictly(schema);
  return (data) => {
    // The body's text was checked by its parser. A throw here would become a 500.
    const text = httpPart === 'body' ? null : unsupportedText(data);
    if (text) return { error: text };
    const parsed = strict.safeParse(data, { error: fallbackMessage });
    if (parsed.success) return { value: parsed.data };
    const message = httpPart === 'params' ? 'Id pada alamat tidak valid.' : undefined;
    return { error: badRequest(message, issuesOf(parsed.error)) };
  };
};

/** A part of a response as JSON, with the fields of its contract only. */
export function written(schema: z.ZodType, data: unknown, url: string): string {
  const parsed = schema.safeParse(data);
  if (parsed.success) return JSON.stringify(parsed.data);
  const fields = issuesOf(parsed.error).map((issue) => `${issue.path} ${issue.message}`);
  throw new ResponseError(`${url}: ${fields.join('; ')}`);
}

/** Validates and serializes with zod schemas; a response holds only the fields of its contract. */
export function validateByZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(compileZod);
  app.setSerializerCompiler<z.ZodType>(
    ({ schema, url }) =>
      (data) =>
        written(schema, data, url),
  );
}
