import type { VCard, TypedValue } from '#common/read-vcards.ts'
import { unescapeCell } from '#server/common/write-csv.ts'

/** What a column of an address book fills. Numbered and named groups belong together: their type and their values. */
type Target =
  | {
      kind:
        | 'first'
        | 'middle'
        | 'last'
        | 'prefix'
        | 'suffix'
        | 'full'
        | 'organization'
        | 'title'
        | 'outlookTitle'
        | 'note'
        | 'labels'
        | 'date'
        | 'ignored'
    }
  | { kind: 'phone' | 'email' | 'url'; group: string; type: string }
  | { kind: 'phoneType' | 'emailType' | 'urlType' | 'addressType'; group: string }
  | { kind: 'street' | 'extended' | 'box' | 'city' | 'state' | 'zip' | 'country'; group: string }

/** Headings as Google, Outlook and Carte write them, for people to compare theirs with. */
export const knownHeadings =
  'First Name, Last Name, Name, Organization Name, Company, Job Title, E-mail Address, E-mail 1 - Value, Mobile Phone, Phone 1 - Value, Home Street, Address 1 - Street, Notes, Labels'

const single: Record<string, Exclude<Target, { group: string }>['kind']> = {
  firstname: 'first',
  givenname: 'first',
  middlename: 'middle',
  additionalname: 'middle',
  lastname: 'last',
  familyname: 'last',
  surname: 'last',
  nameprefix: 'prefix',
  namesuffix: 'suffix',
  suffix: 'suffix',
  name: 'full',
  fullname: 'full',
  displayname: 'full',
  organizationname: 'organization',
  organization1name: 'organization',
  company: 'organization',
  companyname: 'organization',
  organization: 'organization',
  organizationtitle: 'title',
  organization1title: 'title',
  jobtitle: 'title',
  title: 'outlookTitle',
  notes: 'note',
  note: 'note',
  mynotes: 'note',
  labels: 'labels',
  groupmembership: 'labels',
  categories: 'labels',
  connectedon: 'date',
  created: 'date',
  createdat: 'date',
  createddate: 'date',
  createdon: 'date',
  createdtime: 'date',
  createdate: 'date',
  creationdate: 'date',
  datecreated: 'date',
  added: 'date',
  addedat: 'date',
  addedon: 'date',
  dateadded: 'date',
}
const places = {
  street: 'street',
  street2: 'extended',
  extendedaddress: 'extended',
  pobox: 'box',
  city: 'city',
  state: 'state',
  region: 'state',
  province: 'state',
  postalcode: 'zip',
  zip: 'zip',
  zipcode: 'zip',
  country: 'country',
  countryregion: 'country',
} as const
const phones =
  /^(mobile|cell|home|business|work|primary|other|car|company|companymain|assistants|callback|radio)?(phone|telephone)(number)?(\d?)$/

/** The target of a heading, or null. “E-mail 1 - Value”, “email_1_value” and “EMail1Value” are the same. */
export function targetOf(heading: string): Target | null {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = Object.hasOwn(single, plain) ? single[plain] : undefined
  if (known) return { kind: known }
  const [, sort = '', group = '', part = ''] = /^(email|phone|website|address)(\d)(type|label|value|\p{L}\w*)$/u.exec(plain) ?? []
  if (sort === 'email' && part === 'address') return { kind: 'email', group, type: '' }
  if (sort) {
    const kind = sort === 'website' ? 'url' : (sort as 'email' | 'phone' | 'address')
    if (part === 'type' || part === 'label') return { kind: `${kind}Type`, group }
    if (kind !== 'address') return part === 'value' ? { kind, group, type: '' } : null
    // Repeats the address in one cell.
    if (part === 'formatted') return { kind: 'ignored' }
    return Object.hasOwn(places, part) ? { kind: places[part as keyof typeof places], group } : null
  }
  if (/^email(address)?$/.test(plain)) return { kind: 'email', group: '', type: '' }
  const phone = phones.exec(plain)
  if (phone) return { kind: 'phone', group: phone[4] ?? '', type: phone[1] ?? '' }
  if (/^(webpage|website|url)$/.test(plain)) return { kind: 'url', group: '', type: '' }
  const [, owner = '', place = ''] = /^(home|business|work|other|address)?(\p{L}+\d?)$/u.exec(plain) ?? []
  if (plain === 'address') return { kind: 'street', group: '' }
  return Object.hasOwn(places, place) ? { kind: places[place as keyof typeof places], group: owner } : null
}

/** `date` is as the file has it. */
export type Person = { card: VCard; labels: string[]; date: string }

/** One row as a person. Cells of Google hold several values, separated by ` ::: `. */
export function personOf(targets: readonly (Target | null)[], cells: readonly string[]): Person {
  const text: Partial<Record<Target['kind'], string>> = {}
  const groups = new Map<string, Partial<Record<string, string>>>()
  const values: { kind: 'phone' | 'email' | 'url'; group: string; type: string; value: string }[] = []
  // Loops over the cells, not the headings: a short row is cheap, however many columns the file has.
  cells.forEach((cell, at) => {
    const target = targets[at]
    const value = unescapeCell(cell.trim())
    if (!target || value === '') return
    if (!('group' in target)) text[target.kind] = [text[target.kind], value].filter(Boolean).join('\n')
    else if (target.kind === 'phone' || target.kind === 'email' || target.kind === 'url')
      for (const one of value.split(' ::: ')) values.push({ ...target, value: one.trim() })
    else {
      const key = target.kind.endsWith('Type') ? target.kind + target.group : `address${target.group}`
      groups.set(key, { ...groups.get(key), [target.kind]: value.replaceAll(' ::: ', ', ') })
    }
  })
  const of = (kind: 'phone' | 'email' | 'url'): TypedValue[] =>
    values.flatMap(({ value, type, ...one }) => {
      const label = groups.get(`${kind}Type${one.group}`)?.[`${kind}Type`] ?? type
      return one.kind === kind && value ? [{ type: label.replace(/^\* /, '').toLowerCase(), value }] : []
    })
  // “Title” is Mr. or Ms. in a file of Outlook, which has a column for the job.
  const hasJob = () => targets.some((target) => target?.kind === 'title')
  const { first = '', middle = '', last = '', prefix = '', suffix = '' } = text
  return {
    card: {
      names: { full: text.full ?? '', first, middle, last, prefix, suffix },
      organization: text.organization ?? '',
      title: text.title ?? (text.outlookTitle && !hasJob() ? text.outlookTitle : ''),
      phones: of('phone'),
      emails: of('email'),
      urls: of('url'),
      addresses: [...groups].flatMap(([key, { street = '', extended = '', box = '', city = '', state = '', zip = '', country = '' }]) =>
        key.startsWith('address') && !key.startsWith('addressType')
          ? [{ type: '', street: [street, extended, box].filter(Boolean).join('\n'), city, state, zip, country }]
          : [],
      ),
      note: text.note ?? '',
      photo: null,
    },
    date: text.date?.split('\n')[0] ?? '',
    // Google marks its own groups with an asterisk.
    labels: (text.labels ?? '')
      .split(/ ::: |[,;\n]/)
      .map((label) => label.trim())
      .filter((label) => label !== '' && !label.startsWith('*')),
  }
}
