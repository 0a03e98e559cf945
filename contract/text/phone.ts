/** A number for `tel:`, `sms:` and contact files, in E.164 if the country is known, or null. Ten digits are North American. */
export function dialable(typed: string): string | null {
  const [number = '', extension] = typed.split(/(?:ext\.?|x|#|,)/i)
  const digits = number.replace(/\D/g, '')
  if (digits.length < 3 || digits.length > 15) return null

  const tail = extension?.replace(/\D/g, '')
  return international(number.trim(), digits) + (tail ? `;ext=${tail}` : '')
}

function international(number: string, digits: string): string {
  if (number.startsWith('+')) return `+${digits}`
  if (number.startsWith('00') && digits.length > 10) return `+${digits.slice(2)}`
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`
  return digits
}
