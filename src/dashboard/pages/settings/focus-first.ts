/** A form that opens where a button was pressed: typing begins in its first field. */
export function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}
