/** The mailbox of an email address: without a plus tag, and for Gmail without dots. */
export function mailboxOf(address: string): string {
  const [, name = '', host = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  if (!name || !host) return address.trim().toLowerCase()
  const [box = ''] = name.split('+')
  const isDotless = host === 'gmail.com' || host === 'googlemail.com'
  return `${(isDotless ? box.replaceAll('.', '') : box) || name}@${host.replace(/^googlemail\.com$/, 'gmail.com')}`
}
