import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { Fault } from './fault.tsx';

interface FieldProps {
  id: string;
  label: ComponentChildren;
  value: string;
  onInput: (event: TargetedInputEvent<HTMLInputElement>) => void;
  /** `num short`: how its text looks. */
  look?: string;
  /** What is wrong with it; undefined or '': nothing. */
  fault?: string | undefined;
  name?: string;
  isSecret?: boolean;
  inputMode?: 'text' | 'tel' | 'url' | 'numeric';
  required?: boolean;
  maxLength: number;
  pattern?: string;
  /** What the pattern asks for. */
  title?: string;
  placeholder?: string;
  autocomplete?: 'off';
}

/** A labelled line of text. What is wrong with it stands below, and is read with it. */
export function Field({ id, label, look = '', fault = '', isSecret = false, ...input }: FieldProps) {
  const isBad = fault !== '';
  const line = {
    ...input,
    id,
    class: `input ${look} ${isBad ? 'bad' : ''}`,
    'aria-invalid': isBad ? true : undefined,
    'aria-describedby': isBad ? `${id}-fault` : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isSecret ? <input {...line} type="password" /> : <input {...line} type="text" />}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}
