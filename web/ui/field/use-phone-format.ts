import { useRef, type FocusEvent } from 'react'
import { formatPhone } from '#common/text/phone.ts'

/** Formats a phone number when its field is left, as if it had been typed that way. A number that was only looked at stays. */
export function usePhoneFormat(type: string) {
  const before = useRef('')
  if (type !== 'tel') return undefined
  return {
    onFocus: ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => void (before.current = field.value),
    onBlur({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
      const formatted = formatPhone(field.value)
      if (field.value === before.current || formatted === field.value) return
      // React notices this change, unlike one of `value`.
      field.setRangeText(formatted, 0, field.value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}
