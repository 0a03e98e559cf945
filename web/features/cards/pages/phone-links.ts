import { formatPhone } from '#common/text/phone.ts'

export { dialable } from '#common/text/phone.ts'

/** The number as it is shown. Bare digits lose their +1. */
export const readablePhone = (typed: string) => formatPhone(typed.trim().replace(/^\+1(?=\d{10}$)/, ''))

export const telHref = (number: string) => `tel:${number}`
export const smsHref = (number: string) => `sms:${number.split(';')[0]}`
