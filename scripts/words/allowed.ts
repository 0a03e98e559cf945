/** Words that the lists reject but that are right in their place, and why. A name is a whole identifier or file name; `in` narrows an entry to a path. */
export type Allowed = { name: RegExp; in?: string; reason: string }

export const allowedNames: Allowed[] = [
  {
    name: /^(?:told_at|seen_at|asked_at|given_by|held_at|kept_until|spent|billing_press|card_import_fault)$/,
    reason: 'tables and columns of the database, which keep their names',
  },
  { name: /^aside$/, reason: 'the HTML element' },
  { name: /^(?:press|pressSequentially|bringToFront)$/, in: 'tests', reason: 'methods of Playwright' },
  { name: /^pressed$/, in: 'web', reason: '`aria-pressed`' },
  { name: /^givenName$/, in: 'web', reason: 'a property of schema.org' },
  { name: /^(?:open|closed)Door$/, in: 'web', reason: 'pictures of doors' },
  { name: /^door$/, in: 'web/features/capture', reason: 'the drawn door that opens when a form was sent' },
  { name: /^door$/, in: 'web/ui', reason: 'the accent color, named in web/ui/styles/tokens.css' },
  { name: /^door$/, in: 'web/routes/front.css', reason: 'the accent color, named in web/ui/styles/tokens.css' },
  { name: /^shown$/, in: 'web/ui/field', reason: 'the pseudo-class `:placeholder-shown`' },
  { name: /^needs$/, in: 'tests/data/compose', reason: 'a key of GitHub’s workflows' },
  { name: /^house$/, in: 'web/ui/icons', reason: 'the picture of a house' },
]

/** Matched against the word with its surroundings. */
export const allowedProse: Allowed[] = [
  { name: /nobody@|nobody-|somebody@/, reason: 'made-up addresses and aliases of tests' },
  { name: /./, in: 'web/i18n/i18n.test.ts', reason: 'tests that each English spells as its country does' },
  { name: /'cancelled'/, reason: 'a stored state of a subscription' },
  { name: /outcome, told\)/, in: 'tests', reason: 'a column of the database' },
  { name: /Numéro de licence/, in: 'tests', reason: 'French' },
  { name: /\btold (?:as data|is not null|= )|\be\.told\b|, told\) values|'told'/, in: 'server', reason: 'the column `billing_event.told`' },
  { name: /labelled for you/, in: 'common/messages', reason: 'a message of the international catalog' },
  { name: /./, in: 'server/demo/people', reason: 'reviews and bios, in people’s own words' },
  { name: /map-user|passwd|“nobody”|`nobody`/, in: 'server/database', reason: 'the Unix user of that name' },
]
