import { Icon } from '../icons/icon.tsx';

interface FaultProps {
  /** Undefined: nothing is shown. */
  text: string | undefined;
  /** For the field that it describes. */
  id?: string;
  className?: string;
}

/** An error, shown next to what caused it. */
export function Fault({ text, id, className = '' }: FaultProps) {
  if (text === undefined || text === '') return null;
  return (
    <p class={`err ${className}`} id={id} role="alert">
      <Icon name="circle-alert" />
      <span>{text}</span>
    </p>
  );
}
