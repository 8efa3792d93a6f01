/** A form that opens where a button was pressed: typing begins in its first field. */
export function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus();
}

/** The button that opened a form has the focus again before the form is gone. @param within the form, or something in it. */
export function focusOpener(within: Element): void {
  within.closest('section')?.querySelector<HTMLElement>('.sec-head .btn')?.focus();
}
