/** The outline of a page until its first response, instead of an empty screen or a spinner. @param what `the flows`. */
export function Outline({ what }: { what: string }) {
  return (
    <div aria-busy="true">
      <p class="vh" role="status">
        Loading {what}
      </p>
      <section class="card pad stack" aria-hidden="true">
        <span class="sk sk-title" />
        <span class="sk sk-line" />
        <span class="sk sk-bar" />
        <span class="sk sk-bar" />
      </section>
    </div>
  );
}
