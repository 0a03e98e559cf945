/** The parts of the password's rule, in the order in which they are listed. */
const parts = {
  length: /^.{8,}$/s,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
} as const
type PasswordPart = keyof typeof parts

/** What a password lacks. */
export const missingInPassword = (password: string): PasswordPart[] =>
  (Object.keys(parts) as PasswordPart[]).filter((part) => !parts[part].test(password))
