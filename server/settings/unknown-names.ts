import { distance } from '#server/word-distance.ts'
import { described } from './description.ts'

/** A name that begins like one of these is meant for us, and is refused when this version does not know it. */
const families = /^(CARTE|STORAGE|SMTP|STRIPE|OIDC|CAPTCHA|GEOCODER|TILES|PRODUCT|DEMO|TRUST|ZILLOW|SUPPORT|HOME_VALUE|VAPID|PUSH|MAIL)_/
/** Other programs have many short names of their own; only a long one is a slip of ours. */
const longEnough = 6
const known = Object.values(described).map(({ name }): string => name)
/** The tests' way to the oldest PostgreSQL we promise. */
const ofTheTests = 'DATABASE_URL_15'

/** A misspelt setting that nobody refuses is found out at the worst time. */
export function refusedNames(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !known.includes(name) && name !== ofTheTests)
    .flatMap((name) => {
      const near = known.find((candidate) => isSlip(name, candidate))
      if (near) return [`${name} is not a setting. Did you mean ${near}?`]
      return families.test(name) ? [`${name} is not a setting of this version. docs/settings.md lists those there are; unset it.`] : []
    })
}

function isSlip(name: string, candidate: string): boolean {
  if (candidate.length < longEnough) return false
  return name.replaceAll(/[_-]/g, '').toUpperCase() === candidate.replaceAll('_', '') || distance(candidate, name) <= 2
}
