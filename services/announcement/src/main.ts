import { runService } from '@gerbang/service-kit/program/service';
import { announcement } from './service.ts';

runService(announcement);
