import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { compileCatalog, lazyCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import { languages } from '#contract/languages.ts'
import type { Message } from '#common/messages/message.ts'
import { isUpTo, type Imports, type TierOf } from './tiers.ts'

/** Card pages load the first part, what opens on them the second, account and admin pages all three. */
const parts = ['card', 'deferred', 'account'] as const
type Part = 0 | 1 | 2

const loaderFile = fileURLToPath(new URL('../web/i18n/load-catalog.ts', import.meta.url))
const catalogId = /^\0catalogs\/messages-([\w-]+?)-(card|deferred|account)$/

/**
 * Splits each catalog for the browser. A message goes into the first part whose modules mention its key, and a module waits for its
 * own part. Placeholder calls are replaced when chunks render, because the parts are known only when all modules are.
 */
export function splitMessages(tierOf: TierOf): Plugin {
  let split: ReturnType<typeof splitByUse> | null = null
  return {
    name: 'carte:messages',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id.startsWith('~messages-') ? `\0catalogs/${id.slice(1)}` : null),
    load(id) {
      if (id === loaderFile) return browserLoader()
      const [, language, part] = catalogId.exec(id) ?? []
      return language ? `export default __MESSAGES__("${language}", "${part}")` : null
    },
    transform(code, id) {
      if (id.includes('/i18n/')) return null
      const part = `__MESSAGE_PART__(${JSON.stringify(id)})`
      const filled = code
        .replace(/\buseTranslate\(\)/g, `useTranslate(${part})`)
        .replace(/\bloadMessages\((\w+)\)/g, `loadMessages($1, ${part})`)
        .replace(/__IN_EACH_LANGUAGE__\(['"]([\w.-]+)['"]\)/g, (_, key: string) => JSON.stringify(inEachLanguage(key)))
      if (/\bloadMessages\((?!\w+, __MESSAGE_PART__)/.test(filled))
        this.error('Call loadMessages(language) with a plain name: its part is filled in.')
      return filled === code ? null : { code: filled, map: null }
    },
    renderChunk(code) {
      if (!/__MESSAGE(S|_PART)__/.test(code)) return null
      split ??= splitByUse(tierOf, [...this.getModuleIds()], this)
      const { partOf, messagesOf } = split
      return code
        .replace(/__MESSAGE_PART__\("([^"]+)"\)/g, (_, id: string) => String(partOf(id)))
        .replace(/__MESSAGES__\("([\w-]+)", "(\w+)"\)/g, (_, language: string, part: string) => JSON.stringify(messagesOf(language, part)))
    },
  }
}

/** A message in every language, for scripts that run before a catalog has loaded: under `fr` for all French unless they differ. */
export function inEachLanguage(key: string): Record<string, Message | undefined> {
  const table: Record<string, Message | undefined> = {}
  for (const language of languages) {
    const message = lazyCatalog(language, readCatalog)(key)
    const [base = ''] = language.split('-')
    if (!(base in table)) table[base] = message
    else if (table[base] !== message) table[language] = message
  }
  return table
}

function browserLoader(): string {
  const row = (language: string) => parts.map((part) => `() => import("~messages-${language}-${part}")`).join(', ')
  const rows = languages.map((language) => `${JSON.stringify(language)}: [${row(language)}]`).join(', ')
  return `const catalogs = { ${rows} }
export const loadCatalog = async (language, part) => {
  const { default: messages } = await catalogs[language][part]()
  return (key) => messages[key]
}`
}

type Modules = { getModuleInfo(id: string): (Imports & { code: string | null }) | null }

function splitByUse(tierOf: TierOf, ids: readonly string[], modules: Modules) {
  const partOf = (id: string): Part => {
    const tier = tierOf(id, modules)
    return isUpTo(tier, 'pages') ? 0 : isUpTo(tier, 'owner') ? 1 : 2
  }

  const american = Object.keys(readCatalog('en-US'))
  const partOfKey = new Map<string, Part>()
  for (const id of ids) {
    if (id.includes('/node_modules/')) continue
    const part = partOf(id)
    for (const key of keysIn(modules.getModuleInfo(id)?.code ?? '', american))
      if (part <= (partOfKey.get(key) ?? 2)) partOfKey.set(key, part)
  }
  const partNamed = (key: string) => {
    const part = partOfKey.get(key)
    return part === undefined ? null : parts[part]
  }
  const messagesOf = (language: string, part: string) => {
    const all = Object.entries(compileCatalog(language, readCatalog))
    return Object.fromEntries(all.filter(([key]) => partNamed(key) === part))
  }
  return { partOf, messagesOf }
}

const readCatalog = (language: string): Catalog =>
  JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'))

/** The keys that a module may translate: those it names, and all that fit a template such as `loan.status.${status}`. */
export function keysIn(code: string, keys: readonly string[]): Set<string> {
  const named = new Set([...code.matchAll(/(["'])([\w.-]+)\1/g)].map(([, , text]) => text))
  const templates = [...code.matchAll(/`([\w.-]+\.[\w-]*)\$\{[^`}]*\}([\w.-]*)`/g)].map(([, start, end]) => ({
    start: start ?? '',
    end: end ?? '',
  }))
  const fits = (key: string) =>
    templates.some(({ start, end }) => key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end))
  return new Set(keys.filter((key) => named.has(key) || fits(key)))
}
