import { spawn } from 'node:child_process';

spawn('sleep', [process.env['SLEEP_SECONDS'] ?? '300'], { detached: true, stdio: 'ignore' }).unref();
throw new Error('broken at load');
