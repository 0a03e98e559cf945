import { createContext, useContext } from 'react'
import type { EventName } from '#contract/events.ts'

/** Reports an event on the card; does nothing in a preview. */
export type Report = (name: EventName, value: string) => void

export const ReportContext = createContext<Report>(() => {})
export const useReport = (): Report => useContext(ReportContext)
