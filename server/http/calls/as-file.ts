/** The headers of a file of somebody’s own: nobody on the way keeps it. */
export function fileHeaders(type: string, name: string, extension: string) {
  return { 'content-type': type, 'content-disposition': asFile(name, extension), 'cache-control': 'no-store' }
}

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

/** Asked for piece by piece, as fast as the other side reads. */
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
