import { join } from 'node:path';
import { schemaSuite } from '../../packages/service-kit/test/schema-suite.ts';
import { DATA_CLASSES } from '../src/data-classes.ts';

schemaSuite({ name: 'gateway', migrations: join(__dirname, '../migrations'), classes: DATA_CLASSES });
