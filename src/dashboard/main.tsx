import './styles/tokens.css';
import './styles/ground.css';
import './styles/controls.css';
import './styles/banner.css';
import './styles/sounds.css';
import './styles/shell.css';
import './styles/dialogs.css';
import './styles/call.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { startBeat } from './shell/following/beat.ts';
import { registerWorker } from './shell/install.ts';
import { applyTheme } from './shell/theme.ts';

applyTheme();
startBeat();
registerWorker();
const page = document.getElementById('page');
if (page !== null) render(<App />, page);
