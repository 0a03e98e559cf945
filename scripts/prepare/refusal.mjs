/** Why it cannot go on, in words for the person who started it. */
export class Refusal extends Error {}
