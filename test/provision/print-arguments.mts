/** An entry that says which arguments and process id it was given. */
console.log(JSON.stringify({ args: process.argv.slice(2), pid: process.pid }));
