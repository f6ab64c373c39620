import { runService } from '@gerbang/service-kit/program/service';
import { admission } from './service.ts';

runService(admission);
