import type { Device } from '../../ui/use-device.ts'

/** Phones disagree on what stands before the words of a message; where it is not known which phone, both kinds read this one. */
const anyPhone = '?&'

export function smsSeparator(device: Device | null, userAgent: string): string {
  if (device === 'android') return '?'
  if (device === 'apple-phone') return /\bOS [1-7]_/.test(userAgent) ? ';' : '&'
  return anyPhone
}

export const smsLink = (body: string, separator: string = anyPhone) => `sms:${separator}body=${encodeURIComponent(body)}`
