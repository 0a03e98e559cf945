const extensionMark = /(?:ext\w*|x|#|,)[\s.:=]*(?=\d)/i
/** A number of North America with letters, such as 1-800-FLOWERS. */
const vanity = /^(?:\+?1[\s.-]*)?\(?[2-9]\d{2}\)?[\s.-]*(?:(?:[a-z\d][\s.-]?){4}|(?:[a-z\d][\s.-]?){7,10})$/i
const keypad = '22233344455566677778889999'

function readDigits(number: string): string {
  if (!vanity.test(number)) return number.replace(/\D/g, '')
  const digits = number.replace(/[a-z]/gi, (letter) => keypad.charAt(Number.parseInt(letter, 36) - 10)).replace(/\D/g, '')
  // Telephone exchanges ignore what is dialed after the tenth digit.
  return digits.slice(0, digits.startsWith('1') ? 11 : 10)
}

function readNumber(typed: string) {
  const [number = '', extension = ''] = typed.split(extensionMark)
  return { number: number.trim(), digits: readDigits(number.trim()), extension: extension.replace(/\D/g, '') }
}

/** True if this can be a phone number: 7 to 15 digits without its extension. */
export function isPhone(typed: string): boolean {
  const { digits } = readNumber(typed)
  return digits.length >= 7 && digits.length <= 15
}

const northAmerican = new RegExp(
  `^(?:1[\\s.-]*)?\\(?([2-9]\\d{2})\\)?[\\s./-]*([2-9]\\d{2})[\\s./-]*(\\d{4})(?=\\s*(?:$|${extensionMark.source}))`,
  'i',
)

/** Ten digits as (614) 555-0142, however they were typed. Numbers with a country code, with letters, and of other countries, stay as typed. */
export const formatPhone = (typed: string): string => typed.trim().replace(northAmerican, '($1) $2-$3')

/** A number for `tel:`, `sms:` and contact files, in E.164 if the country is known, or null. Ten digits are North American. */
export function dialable(typed: string): string | null {
  const { number, digits, extension } = readNumber(typed)
  if (digits.length < 3 || digits.length > 15) return null
  return international(number, digits) + (extension && `;ext=${extension}`)
}

function international(number: string, digits: string): string {
  if (number.startsWith('+')) return `+${digits}`
  if (number.startsWith('00') && digits.length > 10) return `+${digits.slice(2)}`
  if (/^[2-9]\d{9}$/.test(digits)) return `+1${digits}`
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`
  return digits
}
