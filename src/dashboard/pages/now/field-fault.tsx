import { Icon } from '../../icons/icon.tsx';

/** What is wrong with the field above; there is nothing where nothing is. */
export function FieldFault({ id, text }: { id: string; text: string }) {
  if (text === '') return null;
  return (
    <p class="err" id={id} role="alert">
      <Icon name="circle-alert" />
      <span>{text}</span>
    </p>
  );
}
