import { runService } from '@gerbang/service-kit/program/service';
import { notification } from './service.ts';

runService(notification);
