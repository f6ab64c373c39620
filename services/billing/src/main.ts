import { runService } from '@gerbang/service-kit/program/service';
import { billing } from './service.ts';

runService(billing);
