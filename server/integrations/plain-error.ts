const mailAddress = /[^\s<>"'(),:;@]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+/g
const asked = /\?[^\s"'?]*=[^\s"']*/g
const quoted = /"(?:[^"\\]|\\.)*("|$)|'(?:[^'\\]|\\.)*('|$)/g

/** Words that others chose, without the people in them and without what an address asks for. */
export const withoutPeople = (text: string): string => text.replace(mailAddress, '…@…').replace(asked, '?…')

/** These repeat what they were given: a line of JSON, a value that is no number. */
const repeats = (error: Error) => error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('22'))

/**
 * An error as a log may hold it. The database layer writes the values of a failed statement into its message, and these
 * are people's names and numbers: of such an error only the statement and the cause stay.
 */
export function plainError(error: Error): Record<string, unknown> {
  const { name, stack = '', cause } = error
  const said = repeats(error) ? error.message.replace(quoted, '"…"') : error.message
  const message = 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : withoutPeople(said)
  const code = 'code' in error ? { code: error.code } : {}
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  return { name, message, ...code, stack: frames.join('\n'), ...(cause === undefined ? {} : { cause }) }
}
