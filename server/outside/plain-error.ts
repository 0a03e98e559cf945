/**
 * An error as a log may hold it. The database layer writes the values of a failed statement into its message, and these
 * are people's names and numbers: of such an error only the statement and the cause stay.
 */
export function plainError(error: Error): Record<string, unknown> {
  const { name, stack = '', cause } = error
  const message = 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message
  const code = 'code' in error ? { code: error.code } : {}
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  return { name, message, ...code, stack: frames.join('\n'), ...(cause === undefined ? {} : { cause }) }
}
