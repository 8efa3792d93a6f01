/** What programs need to find their files, their language, their time zone, and the addresses of names (resolver(5)). */
const forEveryChild =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+|XDG_[A-Z_]+|LD_LIBRARY_PATH|RES_OPTIONS|LOCALDOMAIN|APT_CONFIG)$/;
/** What a program that fetches something needs beside it. A proxy's address may hold a password, so others do not get it. */
const forDownloads = /^(?:https?|ftp|all|no)_proxy$/i;

/**
 * The environment of a child process. This process's environment holds the owner's token and the trunk's password,
 * which must not show up in a child's /proc/PID/environ or in its crash dumps.
 */
export function childEnvironment(purpose: 'run' | 'download' = 'run'): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => forEveryChild.test(name) || (purpose === 'download' && forDownloads.test(name)),
  );
  return Object.fromEntries(kept);
}

/** For apt, whose messages are parsed. */
export function aptEnvironment(): NodeJS.ProcessEnv {
  return { ...childEnvironment('download'), LC_ALL: 'C.UTF-8' };
}
