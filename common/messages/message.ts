import type catalog from '../../messages/en-US.json'

/** The name of a message: a key of the catalogs in `messages/`. */
export type MessageKey = keyof typeof catalog
export type Values = Readonly<Record<string, string | number | boolean | undefined>>
/** The message in the reader's language, its placeholders filled in. */
export type Translate = (key: MessageKey, values?: Values) => string

/** A compiled message: a sentence with `{placeholders}`, `{numbers#}` with separators, or one sentence for each form of a value. */
export type Message = string | Forms
type Forms = { readonly by: string; readonly [form: string]: Message }
export type Messages = Readonly<Record<string, Message>>
export type FindMessage = (key: string) => Message | undefined

/** Fills in one language's messages. A key that is not among them stands for itself. */
export function translator(language: string, find: FindMessage): Translate {
  let plurals: Intl.PluralRules | undefined
  const fill = (message: Message, values: Values): string => {
    if (typeof message === 'string')
      return message.replace(/\{(\w+)(#?)\}/g, (placeholder, name: string, grouped: string) => {
        const value = values[name] ?? placeholder
        return grouped && typeof value === 'number' ? value.toLocaleString(language) : String(value)
      })
    const value = values[message.by]
    plurals ??= new Intl.PluralRules(language)
    const form = [String(value), plurals.select(Number(value ?? 0))].find((name) => Object.hasOwn(message, name)) ?? 'other'
    return fill(message[form] ?? '', values)
  }
  return (key, values = {}) => fill(find(key) ?? key, values)
}
