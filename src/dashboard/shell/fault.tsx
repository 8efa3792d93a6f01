import { Icon } from '../icons/icon.tsx';

interface FaultProps {
  /** Nothing stands where nothing is wrong. */
  text: string | undefined;
  /** For the field that it describes. */
  id?: string;
  className?: string;
}

/** What went wrong, where it was asked. */
export function Fault({ text, id, className = '' }: FaultProps) {
  if (text === undefined || text === '') return null;
  return (
    <p class={`err ${className}`} id={id} role="alert">
      <Icon name="circle-alert" />
      <span>{text}</span>
    </p>
  );
}
