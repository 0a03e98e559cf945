/**
 * A path on this site, and still one when somebody takes it apart and puts it together again: one slash, then neither slash nor
 * backslash, no step up or in place that would bring two slashes to the front, and nothing that cannot be seen or sent.
 */
export function isPathHere(given: string): boolean {
  const [path = ''] = given.split(/[?#]/)
  return /^\/(?![/\\])[^\p{Cc}\p{Zl}\p{Zp}\\]*$/u.test(given) && given.isWellFormed() && !/\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(path)
}
