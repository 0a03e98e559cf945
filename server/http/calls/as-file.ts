/** Headers of a private file, which no proxy may cache. */
export function fileHeaders(type: string, name: string, extension: string) {
  return { 'content-type': type, 'content-disposition': asFile(name, extension), 'cache-control': 'no-store' }
}

/** A content-disposition header with the file name in ASCII for old clients and in UTF-8 for others. */
export function asFile(name: string, extension: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w .-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase()
  // Removes characters that a path or a header could misinterpret.
  const own = name.replace(/[/\\:*?"<>|]|\p{Cc}/gu, ' ').trim()
  const encoded = encodeURIComponent(`${own || 'contact'}.${extension}`).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain || 'contact'}.${extension}"; filename*=UTF-8''${encoded}`
}

/** A stream that is pulled as fast as the client reads. */
export function asStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done: isOver, value } = await pieces.next()
      if (isOver) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
