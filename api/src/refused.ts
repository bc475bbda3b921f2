// Defines the error of a refused operator command: its message is a sentence for the operator.

/** The command is valid but refused, for a reason that the operator can read. */
export class Refused extends Error {}
