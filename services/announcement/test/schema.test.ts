import { schemaSuite } from '../../../packages/service-kit/test/schema-suite.ts';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

schemaSuite({ name: 'announcement', migrations: MIGRATIONS, classes: DATA_CLASSES });
