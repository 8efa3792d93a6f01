import { spawn } from 'node:child_process';

spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();
throw new Error('broken at load');
