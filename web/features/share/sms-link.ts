import type { Device } from '../../ui/use-device.ts'

/** Phones differ in the separator before the message text; both kinds accept this one. */
const anyPhone = '?&'

export function smsSeparator(device: Device | null, userAgent: string): string {
  if (device === 'android') return '?'
  if (device === 'apple-phone') return /\bOS [1-7]_/.test(userAgent) ? ';' : '&'
  return anyPhone
}

export const smsLink = (body: string, separator: string = anyPhone) => `sms:${separator}body=${encodeURIComponent(body)}`
