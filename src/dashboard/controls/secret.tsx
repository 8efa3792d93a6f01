import './secret.css';
import { CopyButton } from './copy-button.tsx';

/** A secret shown only this once, to be copied. */
export function Secret({ text, what }: { text: string; what: string }) {
  return (
    <div class="secret">
      <p class="code">{text}</p>
      <div class="row wrap">
        <CopyButton text={text} what={what} isLabelled />
      </div>
    </div>
  );
}
