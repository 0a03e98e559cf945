const inlineScript = /<script\b([^>]*)>(.*?)<\/script>/gs

/**
 * Joins the inline scripts that have the nonce, in their order, where the last one is. Each has a hash in the page's policy, whose 54
 * bytes don't compress.
 */
export function mergeScripts(html: string, nonce: string): string {
  const mark = ` nonce="${nonce}"`
  const isOwn = (attributes: string) => attributes.includes(mark) && !/\b(src|type)=/.test(attributes)
  const own = [...html.matchAll(inlineScript)].filter(([, attributes = '']) => isOwn(attributes))
  const last = own.at(-1)?.index
  const attributes = own.map(([, of = '']) => of.replace(mark, '')).join('')
  const merged = `<script${mark}${attributes}>${own.map(([, , text]) => text).join(';\n')}</script>`
  return html.replaceAll(inlineScript, (all, of: string, _text, index: number) => (isOwn(of) ? (index === last ? merged : '') : all))
}
