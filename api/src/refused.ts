// The error of an input of the operators that is refused: its message is a sentence for them.

/** The command is valid but refused, for a reason that the operator can read. */
export class Refused extends Error {}
