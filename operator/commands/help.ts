import type { Command } from '../command.ts'

/** Answered by run-carte.ts, which knows all commands; here it has its page. */
export const help: Command = {
  name: 'help',
  words: '[COMMAND…]',
  purpose: 'Shows what there is, or more about one command.',
  about: 'The same page as --help behind a command.',
  changes: 'Nothing.',
  flags: {},
  examples: ['help', 'help cards set'],
  async run() {},
}
