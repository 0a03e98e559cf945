/** The signature as classic Outlook keeps it in its folder. */
export function saveSignature(html: string, name: string) {
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>${name.replace(/[<>&]/g, '')}</title></head><body>${html}</body></html>`
  const address = URL.createObjectURL(new Blob([page], { type: 'text/html;charset=utf-8' }))
  const way = document.createElement('a')
  way.href = address
  way.download = `${name.replace(/[^\p{L}\p{N} -]/gu, '').trim() || 'signature'}.htm`
  way.click()
  // Given away by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
