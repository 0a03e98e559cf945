import type { Dice } from '../dice.ts'

/** Markup that would set this flag if it ran. */
export const trap = 'window.__ran=1'

/** Texts that would run if a page inserted them as markup. */
export const xssPayloads: readonly [string, ...string[]] = [
  `<script>${trap}</script>`,
  `</script><script>${trap}</script>`,
  `<img src=x onerror=${trap}>`,
  `"><img src=x onerror="${trap}">`,
  `'><svg/onload=${trap}>`,
  `<svg><animate onbegin=${trap} attributeName=x dur=1s>`,
  `</title></style></textarea></noscript><iframe srcdoc="<script>parent.__ran=1</script>">`,
  `" autofocus onfocus=${trap} x="`,
  `' onmouseover='${trap}`,
  '${' + trap + '}',
  `{{constructor.constructor("${trap}")()}}`,
  `\`;${trap};\``,
  `';${trap};//`,
  `\\";${trap};//`,
  `</style><img src=x onerror=${trap}>`,
  `red;background:url(javascript:${trap})`,
  `--><img src=x onerror=${trap}><!--`,
  `]]><script>${trap}</script>`,
  `\u2028${trap}\u2029`,
  `\u202e>gpj.<img src=x onerror=${trap}>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${trap}&gt;">`,
  `<a href="javascript:${trap}">x</a>`,
  `&lt;img src=x onerror=${trap}&gt;`,
  `&#60;script&#62;${trap}&#60;/script&#62;`,
  `%3Cscript%3E${trap}%3C/script%3E`,
  `+ADw-script+AD4-${trap}+ADw-/script+AD4-`,
  `<base href=//evil.example/>`,
  `<meta http-equiv=refresh content="0;url=javascript:${trap}">`,
]

/** Addresses that run code or leave the site. */
export const unsafeLinks: readonly [string, ...string[]] = [
  `javascript:${trap}`,
  `JaVaScRiPt:${trap}`,
  `java\tscript:${trap}`,
  `\u0001javascript:${trap}`,
  ` javascript:${trap}`,
  `javascript&colon;${trap}`,
  `data:text/html,<script>opener.__ran=1</script>`,
  `vbscript:msgbox(1)`,
  `//evil.example/`,
  `https://evil.example/"onclick="${trap}`,
  `https:evil.example`,
  `blob:https://evil.example/1`,
  `file:///etc/passwd`,
  `http://[::1`,
  `http://\u3002evil.example`,
]

export const strangeText: readonly [string, ...string[]] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\ufffe\uffff',
  '\u202eevil',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  'ﷺ'.repeat(200),
  'İıſK',
  'ß'.repeat(300),
  '\r\nSet-Cookie: a=b',
  'a\r\nBEGIN:VCARD',
  '=cmd|x!A1',
  '../../etc/passwd',
  '%00%0a%ff',
  '%',
  "' or 1=1 --",
  '\\',
  '\\u0000',
  '${7*7}',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '99999999999999999999',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'xn--80ak6aa92e.com',
  'a@b@c',
  '"a b"@example.com',
  'x'.repeat(255),
  'x'.repeat(5000),
  '['.repeat(60),
]

export const strangeNumbers: readonly [number, ...number[]] = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53) - 2,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  400,
  8.64e15,
  8.64e15 + 1,
]

/** Any JSON value. */
export function strangeValue(dice: Dice): unknown {
  switch (dice.below(9)) {
    case 0:
      return dice.one(strangeNumbers)
    case 1:
      return dice.one([null, true, false])
    case 2:
      return []
    case 3:
      return {}
    case 4:
      return nested(dice.below(70))
    case 5:
      return Array.from({ length: dice.below(1200) }, () => dice.one([0, '', null]))
    case 6:
      return { [dice.one(strangeText)]: 1, constructor: { prototype: { polluted: 1 } }, toString: 1, length: -1 }
    case 7:
      return dice.one(xssPayloads)
    default:
      return dice.one(strangeText)
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}
