import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { codeFolders } from './code-folders.ts'

/** One import, as paths from the project's root; packages keep their name. */
export type Import = { from: string; to: string; isType?: boolean }

const specifier = /(?:\b(?:import|export)(\s+type\b)?[^'"`;]*?\bfrom\s*|(?<!['"])\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]+)\2/g
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** Every module a source names: values, types, side effects, dynamic ones. */
export function specifiersOf(source: string): { name: string; isType: boolean }[] {
  return [...source.replace(comment, '').matchAll(specifier)].map(([, typed, , name = '']) => ({ name, isType: typed !== undefined }))
}

export function resolveSpecifier(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  return name
}

export function readImports(root: string): Import[] {
  const files = globSync(`{${codeFolders.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (path) => /(^|\/)node_modules$|^web\/build$/.test(path),
  })
  return files.flatMap((file) => {
    const from = relative(root, join(root, file))
    return specifiersOf(readFileSync(join(root, file), 'utf8')).map(({ name, isType }) => ({
      from,
      to: resolveSpecifier(from, name),
      isType,
    }))
  })
}
