/**
 * How long a test waits for what has to come. Only one that fails waits as long: where the time itself is what a test claims, it says its
 * own limit.
 */
export const patienceSeconds = 100;
