import { join } from 'node:path';
import { schemaSuite } from '@gerbang/service-kit/testing/schema-suite';
import { DATA_CLASSES } from '../src/data-classes.ts';

schemaSuite({ name: 'gateway', migrations: join(__dirname, '../migrations'), classes: DATA_CLASSES });
