import type { Calendar } from './members.server.ts'

/** The name of a calendar, with its location where the company has several. */
export const calendarName = ({ name, place }: Calendar): string => (place ? `${name} (${place})` : name)

/** Whether somebody signs in with a second factor. */
export const factorWords = (on: boolean): string => (on ? 'eingerichtet' : 'nicht eingerichtet')
