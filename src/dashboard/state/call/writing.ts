import { signal } from '@preact/signals';

/** What is being written on a call: its note, or what is at hand. It is not taken away when the far end hangs up. */

interface Writing {
  callId: string;
}

const writings = signal<readonly Writing[]>([]);

/** @returns a function that ends it. */
export function beginWriting(callId: string): () => void {
  const writing = { callId };
  writings.value = [...writings.peek(), writing];
  return () => {
    writings.value = writings.peek().filter((each) => each !== writing);
  };
}

export const isBeingWritten = (callId: string): boolean =>
  writings.value.some((each) => each.callId === callId);
