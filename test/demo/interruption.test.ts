import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { patienceSeconds } from '../rig/patience.ts';
import { readLiveRecord } from '../../src/embedded/asterisk-process.ts';

const stages = [
  'starting the demo phone company',
  'starting the gateway',
  'starting the demo phone',
  'calling',
];

for (const stage of stages)
  test(`Ctrl-C ends the demo and all that it started, however often it is pressed (${stage})`, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-demo-'));
    const demo = spawn(process.execPath, ['bin/ensure.mjs', 'demo/main.ts'], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: patienceSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    let pressing: NodeJS.Timeout | undefined;
    try {
      const exited = once(demo, 'exit');
      let said = '';
      for await (const chunk of demo.stdout.iterator({ destroyOnReturn: false })) {
        said += String(chunk);
        if (said.includes(stage)) break;
      }
      demo.stdout.resume();
      // For 0.2 s: the end takes 0.4 s at least (measured), and while Node exits, it leaves signals to the system again.
      let presses = 3;
      const press = (): void => {
        demo.kill('SIGINT');
        presses -= 1;
        if (presses === 0) clearInterval(pressing);
      };
      press();
      pressing = setInterval(press, 100);
      assert.equal(await exited, [130, null]);
      for (const folder of ['company', 'asterisk'])
        assert.is(await readLiveRecord(path.join(dataDir, 'demo', folder, 'instance.json')), undefined);
    } finally {
      clearInterval(pressing);
      demo.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  });

test.run();
