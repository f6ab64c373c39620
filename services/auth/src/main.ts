import { runService } from '@gerbang/service-kit/program/service';
import { auth } from './service.ts';

runService(auth);
