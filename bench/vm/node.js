// What QuickJS has and Node calls otherwise, so that both run the same programs.

globalThis.print = (value) => console.log(String(value));
globalThis.scriptArgs = process.argv.slice(1);
