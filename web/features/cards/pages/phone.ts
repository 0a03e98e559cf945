export { dialable } from '#contract/text/phone.ts'

/** The number as the owner typed it, formatted if it is bare digits. */
export function readablePhone(typed: string): string {
  const bare = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(typed.trim())
  return bare ? `(${bare[1]}) ${bare[2]}-${bare[3]}` : typed.trim()
}

export const telHref = (number: string) => `tel:${number}`
export const smsHref = (number: string) => `sms:${number.split(';')[0]}`
