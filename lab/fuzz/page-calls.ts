import { accountSections, pathsOfPages } from './page-paths.ts'
import type { Call, Who } from './make-call.ts'
import type { Dice } from '../dice.ts'
import { oddHeaders } from './odd-headers.ts'
import { unsafeLinks, xssPayloads, strangeText } from './strange.ts'

const words = [
  'preview',
  'from',
  'returnUrl',
  'sharePayload',
  'alias',
  'label',
  'page',
  'q',
  'contact',
  'token',
  'problem',
  'days',
  '_routes',
  'index',
  'colors',
  'shared',
  'x',
]

/** Requests a page, its data, or posts a form to it, mostly as a browser would. */
export function aPageCall(dice: Dice): Call {
  const as: Who = dice.one(['visitor', 'visitor', 'owner', 'admin'])
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`,
    'accept-language': dice.one(['en', 'ro', 'fr-CA']),
  }
  if (dice.chance(0.4)) oddHeaders(headers, dice)
  const isForm = dice.chance(0.25)
  const path = pathOf(dice) + searchOf(dice)
  const kind = /\.data(\?|$)/.test(path) ? 'data' : 'page'
  if (!isForm) return { name: kind, as, method: dice.one(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']), path, headers }
  headers['content-type'] ??= dice.one([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])
  return {
    name: 'form',
    as,
    method: 'POST',
    path,
    headers,
    body: headers['content-type'].startsWith('multi') ? partsOf(dice) : fieldsOf(dice),
  }
}

function pathOf(dice: Dice): string {
  const path = dice.one(pathsOfPages) ?? '/'
  const filled = path
    .replace(':alias', dice.one(['~own.alias~', '~own.alias~', '~other.alias~', 'no-such-card']))
    .replace(':section', dice.one(accountSections))
    .replace(':import', '~own.importId~')
    .replace(':mail', '~own.mailId~')
    .replace(/:\w+/g, dice.one(['Spring', '1', '~own.contactId~', 'x']))
  const odd = dice.chance(0.15)
    ? `/${encodeURIComponent(
        dice
          .one([...strangeText, ...xssPayloads])
          .slice(0, 300)
          .toWellFormed(),
      )}`
    : ''
  return `${filled}${odd}${dice.one(['', '', '', '.data', '/', '//', '/..', '%20', '.data.data', '/.data', ';a=b'])}`
}

function searchOf(dice: Dice): string {
  if (dice.chance(0.4)) return ''
  const search = new URLSearchParams()
  for (let left = 1 + dice.below(3); left > 0; left--)
    search.append(
      dice.one(words) ?? '',
      dice.one([...strangeText, ...xssPayloads, ...unsafeLinks, 'on', '1', '/~own.alias~/home', '~own.contactId~', 'routes/card-home']),
    )
  return `?${search.toString().replaceAll('%7E', '~')}`
}

const names = [
  'name',
  'lastName',
  'emailAddress',
  'phoneNumber',
  'notes',
  'alias',
  'intent',
  'act',
  'email',
  'password',
  'title',
  'text',
  'url',
  'submissionId',
  'seal',
  'token',
  'code',
  'label',
  'language',
  'file',
  'picture',
  '__proto__',
  'constructor',
]

const valueOf = (dice: Dice): string =>
  dice.one([...strangeText, ...xssPayloads, 'person@example.com', '(207) 555-0101', '~own.contactId~', '~turn.uuid~', '~own.alias~'])

function fieldsOf(dice: Dice): string {
  const form = new URLSearchParams()
  for (let left = dice.below(8); left > 0; left--) form.append(dice.one(names) ?? '', valueOf(dice).toWellFormed())
  const spelled = form.toString().replaceAll('%7E', '~')
  return dice.chance(0.15) ? `${spelled}&%ff=%zz&=&&a` : spelled
}

function partsOf(dice: Dice): string {
  const parts = Array.from({ length: dice.below(5) }, () => {
    const file = dice.chance(0.3) ? `; filename="${dice.one(['a.png', '', '../x', 'a"b', '\u2028'])}"` : ''
    return `--x\r\nContent-Disposition: form-data; name="${dice.one(names) ?? ''}"${file}\r\n${dice.chance(0.2) ? 'Content-Type: ' + dice.one(['', 'x', 'text/html; charset=q']) + '\r\n' : ''}\r\n${valueOf(dice)}\r\n`
  })
  return parts.join('') + dice.one(['--x--\r\n', '--x--', '--x', '', '--y--'])
}
