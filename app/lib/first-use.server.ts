import { createHash } from 'node:crypto'
import source from './first-use.js?raw'

/**
 * The one script that stands in the pages themselves; as plain JavaScript without comments, because it is sent as it is:
 * - What a redirect of the auth service left behind `#` (an error, or the tokens of a session) leaves the address at once and goes
 *   to the page that judges it, by POST (features/accounts/url-session.server.ts).
 * - It tells the other tabs what has happened to the session, and until the application listens (tabs.ts) it reloads the page when
 *   they tell.
 * - It restores the scroll position, which the browser was told not to do.
 * - It starts the React application: after the first paint where the page says so, so that scripts do not hold up what is seen;
 *   else at the first sign that someone is using the page. A pointer that rests while the page appears under it is none. Until
 *   then links, forms and `<details>` are the browser's own, so a first click is an ordinary navigation. That is also how a page of
 *   an older build comes up to date: its next link loads a whole page of the newest one.
 * - What was scrolled before stays: the router forgets the position it remembered. What was chosen before is said once more as soon
 *   as the page listens (`zeitplatzHydrated`).
 * - An entry of the history that the application made before a reload is loaded: nobody else would show what it stands for.
 * - When files of an older build are gone, a page that waits goes on without them; any other is reloaded, once per build.
 */
export const FIRST_USE = source

/** What the Content-Security-Policy calls it. */
export const FIRST_USE_HASH = `sha256-${createHash('sha256').update(FIRST_USE).digest('base64')}`
