/** An error whose message is for the person who started the program. */
export class UserError extends Error {}
