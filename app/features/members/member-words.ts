import type { Calendar } from './members.server.ts'

/** A calendar of the team, with its place where the company has several. */
export const calendarName = ({ name, place }: Calendar): string => (place ? `${name} (${place})` : name)

/** Whether somebody signs in with a second factor. */
export const factorWords = (on: boolean): string => (on ? 'eingerichtet' : 'nicht eingerichtet')
