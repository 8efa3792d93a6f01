import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../api/errors.ts';

/** What the gateway answers to a question of a part of a page; `value` is undefined until it has answered. */
export function useAnswer<T>(ask: () => Promise<T>) {
  const value = useSignal<T | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      fault.value = undefined;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  const takeAnswer = async () => {
    value.value = await ask();
  };
  const read = () => attempt(takeAnswer);
  /** Asks anew once something is done; what was refused stays to be read. */
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await takeAnswer();
    });
  useEffect(() => void read(), []);
  return { value, fault, read, change };
}
