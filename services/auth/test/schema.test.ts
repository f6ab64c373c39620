import { schemaSuite } from '@gerbang/service-kit/testing/schema-suite';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

schemaSuite({ name: 'auth', migrations: MIGRATIONS, classes: DATA_CLASSES });
