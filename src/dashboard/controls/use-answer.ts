import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../api/errors.ts';
import { newestOf } from '../api/newest.ts';
import { onReconnect } from '../stream/connection.ts';

/** A response of the gateway for part of a page; `value` is undefined until it has arrived. */
export function useAnswer<T>(ask: () => Promise<T>) {
  const value = useSignal<T | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const [newest] = useState(() => newestOf<T>((answer) => (value.value = answer)));
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      fault.value = undefined;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  const read = () => attempt(() => newest.ask(ask()));
  /** Reads again after a change; a refusal stays visible. */
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work();
      await newest.ask(ask());
    });
  useEffect(() => {
    void read();
    return onReconnect(() => void read());
  }, []);
  return { value, fault, read, change };
}
