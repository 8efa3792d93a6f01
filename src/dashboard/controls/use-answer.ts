import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../api/errors.ts';
import { onReconnect } from '../stream/connection.ts';

/** A response of the gateway for part of a page; `value` is undefined until it has arrived. */
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
  /** Reads again after a change; a refusal stays visible. */
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await takeAnswer();
    });
  useEffect(() => {
    void read();
    return onReconnect(() => void read());
  }, []);
  return { value, fault, read, change };
}
