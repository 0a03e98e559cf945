import { createContext, useContext } from 'react'
import type { EventName } from '#contract/events.ts'

/** Tells that something happened on the card. Before any script, and in a preview, nobody is told. */
export type Report = (name: EventName, value: string) => void

export const ReportContext = createContext<Report>(() => {})
export const useReport = (): Report => useContext(ReportContext)
