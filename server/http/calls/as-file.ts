/** How an answer says that it is a file with a name, in plain letters for old readers and in its own for the others. */
export function asFile(name: string, extension: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w .-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase()
  // What a path or a header could misread has no place in a name.
  const own = name.replace(/[/\\:*?"<>|]|\p{Cc}/gu, ' ').trim()
  const encoded = encodeURIComponent(`${own || 'contact'}.${extension}`).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain || 'contact'}.${extension}"; filename*=UTF-8''${encoded}`
}
