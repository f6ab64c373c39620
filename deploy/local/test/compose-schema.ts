import { z } from 'zod';

/**
 * The part of the Compose Specification (https://github.com/compose-spec/compose-spec) that docker-compose.yml uses: an
 * attribute that is not in it, or has another form, is refused.
 */
const names = z.array(z.string().min(1));
const variables = z.record(z.string(), z.union([z.string(), z.number()]));
const duration = z.string().regex(/^(?:\d+(?:h|m|s|ms|us))+$/u);
const bytes = z.string().regex(/^\d+[bkmg]$/u);
const command = z.union([z.string(), z.array(z.string())]);

const build = z.strictObject({
  context: z.string(),
  dockerfile: z.string(),
  target: z.string(),
  args: variables.optional(),
});

const healthcheck = z.strictObject({
  disable: z.boolean().optional(),
  test: names.min(2).optional(),
  interval: duration.optional(),
  timeout: duration.optional(),
  retries: z.int().optional(),
  start_period: duration.optional(),
  start_interval: duration.optional(),
});

const service = z
  .strictObject({
    image: z.string(),
    build: build.optional(),
    profiles: names.optional(),
    command: command.optional(),
    entrypoint: command.optional(),
    environment: variables.optional(),
    depends_on: z
      .record(
        z.string(),
        z.strictObject({
          condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
          required: z.boolean().optional(),
        }),
      )
      .optional(),
    healthcheck: healthcheck.optional(),
    deploy: z.strictObject({ replicas: z.string().regex(/^\d+$/u) }).optional(),
    ports: z.array(z.string().regex(/^(?:[\d.]+:)?\d+:\d+(?:\/udp)?$/u)).optional(),
    volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(?::ro)?$/u)).optional(),
    configs: z.array(z.strictObject({ source: z.string(), target: z.string().startsWith('/') })).optional(),
    secrets: names.optional(),
    networks: names.optional(),
    network_mode: z.literal('none').optional(),
    logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
    restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
    init: z.boolean().optional(),
    read_only: z.boolean().optional(),
    cap_add: names.optional(),
    cap_drop: names.optional(),
    security_opt: names.optional(),
    tmpfs: names.optional(),
    user: z.string().optional(),
    working_dir: z.string().optional(),
    mem_limit: bytes,
    shm_size: bytes.optional(),
    stop_grace_period: duration.optional(),
  })
  .refine((one) => !one.network_mode || !one.networks, 'network_mode and networks exclude each other')
  // Compose copies a content into the container, which a read-only root refuses.
  .refine((one) => !one.read_only || (one.configs ?? []).every(({ source }) => source === 'school'), {
    message: 'a config with a content needs a root that can be written',
  });

/** The whole file, with its variables put in; `x-…` are anchors. */
export const composeSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/u),
  services: z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/u), service),
  networks: z.record(
    z.string(),
    z.strictObject({
      internal: z.boolean().optional(),
      ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
  configs: z.record(
    z.string(),
    z.union([z.strictObject({ file: z.string() }), z.strictObject({ content: z.string() })]),
  ),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});
