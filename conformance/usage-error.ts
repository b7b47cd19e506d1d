/** A mistake on the command line or in a file it names; its message is one line for people. Exit code 2. */
export class UsageError extends Error {}
