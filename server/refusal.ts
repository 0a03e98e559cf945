/** Why the program cannot go on, in words for the person who started it: shown as they are, never with a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
