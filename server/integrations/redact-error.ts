const mailAddress = /[^\s<>"'(),:;@]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+/g
const query = /\?[^\s"'?]*=[^\s"']*/g
const quotedText = /"(?:[^"\\]|\\.)*("|$)|'(?:[^'\\]|\\.)*('|$)/g

/** Removes email addresses and URL queries from a text. */
export const redactPersonalData = (text: string): string => text.replace(mailAddress, '…@…').replace(query, '?…')

/** Errors whose message quotes their input: JSON syntax errors, and class 22 of PostgreSQL. */
const quotesInput = (error: Error) => error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('22'))

/**
 * An error without personal data, for the log. The database layer adds the parameters of a failed statement to its message; of such an
 * error only the statement and the cause are logged.
 */
export function redactError(error: Error): Record<string, unknown> {
  const { name, stack = '', cause } = error
  const text = quotesInput(error) ? error.message.replace(quotedText, '"…"') : error.message
  const message = 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : redactPersonalData(text)
  const code = 'code' in error ? { code: error.code } : {}
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  return { name, message, ...code, stack: frames.join('\n'), ...(cause === undefined ? {} : { cause }) }
}
