/** The keys that a module may translate: those it names, and all that fit a template such as `loan.status.${status}`. */
export function keysIn(code: string, keys: readonly string[]): Set<string> {
  const named = new Set([...code.matchAll(/(["'])([\w.-]+)\1/g)].map(([, , text]) => text))
  const templates = [...code.matchAll(/`([\w.-]+\.[\w-]*)\$\{[^`}]*\}([\w.-]*)`/g)].map(([, start, end]) => ({
    start: start ?? '',
    end: end ?? '',
  }))
  const fits = (key: string) =>
    templates.some(({ start, end }) => key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end))
  return new Set(keys.filter((key) => named.has(key) || fits(key)))
}
