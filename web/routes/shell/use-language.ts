import { useRouteLoaderData } from 'react-router'
import type { Language } from '#contract/languages.ts'
import type { loader } from '../../root.tsx'

/** The language this page is written in. */
export const useLanguage = (): Language => useRouteLoaderData<typeof loader>('root')?.language ?? 'en'
