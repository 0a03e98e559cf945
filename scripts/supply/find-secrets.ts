/** Formats of keys and tokens of common services. */
const shapes: Record<string, RegExp> = {
  'private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\n?[\w+/=\s]{80,}/,
  'AWS key': /\b(?:AKIA|ASIA)(?!IOSFODNN7EXAMPLE)[A-Z\d]{16}\b/,
  'Google key': /\bAIza[\w-]{35}\b/,
  'Stripe key': /\b[rs]k_live_\w{16,}|\bwhsec_[A-Za-z\d+/]{32,}/,
  'GitHub token': /\bgh[pousr]_\w{36,}|\bgithub_pat_\w{40,}/,
  'npm token': /\bnpm_[A-Za-z\d]{36}\b|_authToken\s*=\s*\S/,
  'Slack token': /\bxox[abpors]-[\w-]{20,}/,
  'signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
  'password in an address':
    /\b(?:postgres(?:ql)?|smtps?|https?|redis):\/\/[\w.%-]+:(?!\*{3}|\$\{|…|password@|secret@|wrong@)[^\s:@/'"`${}<>…]{12,}@(?!evil)/,
}

export function findSecrets(text: string): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => (shape.test(text) ? [name] : []))
}
