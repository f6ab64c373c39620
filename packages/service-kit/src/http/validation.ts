import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { unsupportedText } from './requests.ts';
import { badRequest, issuesOf } from './problems.ts';

/** What is said of a field whose rule has no message of its own: no English of a library ever reaches a body. */
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

/** The schema, refusing fields that it does not name, even where the contract forgot to say so (reliability G28). */
export function strictly(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

/** Thrown when a program answers something that its contract does not allow: our fault, never the caller's. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** How fastify checks one part of a request by its zod schema. */
export const compileZod: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const strict = strictly(schema);
  return (data) => {
    // A body's text was looked at when it was read. Thrown here it would be a 500.
    const text = httpPart === 'body' ? null : unsupportedText(data);
    if (text) return { error: text };
    const parsed = strict.safeParse(data, { error: fallbackMessage });
    if (parsed.success) return { value: parsed.data };
    const message = httpPart === 'params' ? 'Id pada alamat tidak valid.' : undefined;
    return { error: badRequest(message, issuesOf(parsed.error)) };
  };
};

/** Fastify validates and serialises by zod schemas; answers hold what the contract names and nothing else. */
export function validateByZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(compileZod);
  app.setSerializerCompiler<z.ZodType>(({ schema, url }) => (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return JSON.stringify(parsed.data);
    const fields = issuesOf(parsed.error).map((issue) => `${issue.path} ${issue.message}`);
    throw new AnswerError(`${url}: ${fields.join('; ')}`);
  });
}
