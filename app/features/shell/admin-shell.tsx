import { type ReactNode, useRef } from 'react'
import { Form, Link, NavLink, useFetcher, useLocation, useSearchParams } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { useEntering } from '#app/ui/enter-appointment.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Menu, menuItem } from '#app/ui/menu.tsx'
import { ThemeSwitch } from '#app/ui/theme-switch.tsx'
import { useAhead } from '#app/ui/use-ahead.ts'
import styles from './admin-shell.module.css'
import { CommandSearch } from './command-search.tsx'
import { shownBy } from '#app/features/calendar/shown-by.ts'
import { readsMessages } from '#app/features/messages/reader.ts'
import type { Right } from '#app/features/members/rights.ts'
import type { AdminLocation } from '#app/features/company/company.ts'
import { ContactDataSeen } from '#app/ui/contact-data.tsx'
import { LocationSwitch } from './location-switch.tsx'
import { Progress } from './progress.tsx'
import { useWarmPages } from './use-warm-pages.ts'

type Location = Pick<AdminLocation, 'id' | 'name'>

export type ShellData = {
	company: { id: string; name: string }
	user: { name: string; email: string }
	locations: Location[]
	location: { id: string } | null
	/** Other companies of the person. */
	elsewhere: { id: string; name: string; locations: Location[] }[]
	rights: readonly Right[]
	/** Whether the member may change what the business has set up. */
	mayManage: boolean
	/**
	 * What waits for an answer: requests, people on waiting lists of courses, search orders, people who wait for a free time, customers
	 * who have written, and payments that somebody has to look at.
	 */
	open: { requests: number; waiting: number; orders: number; places: number; messages: number; payments: number }
	/** Whether the rail shows icons only. */
	narrow: boolean
}

/** Who finds a page in the menu: everybody, if it does not say. */
type Page = { to: string; label: string; opens?: (member: Pick<ShellData, 'rights' | 'mayManage'>) => boolean }

const withRights =
	(...needed: Right[]): Page['opens'] =>
	({ rights }) =>
		needed.every((right) => rights.includes(right))

const ENTRIES: (Page & { icon: string })[] = [
	{ to: adminPaths.dashboard(), label: 'Heute', icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
	{ to: adminPaths.calendar(), label: 'Kalender', icon: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4' },
	{ to: adminPaths.appointments(), label: 'Termine', icon: 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1' },
	{
		to: adminPaths.events(),
		label: 'Kurse',
		icon: 'M8.500 10.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM16.500 11.500a2.500 2.500 0 1 0 0-5M3 19.500a5.500 5.500 0 0 1 11 0M16 14.500a5 5 0 0 1 5 5',
	},
	{
		to: adminPaths.offers(),
		label: 'Angebote',
		icon: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h.1',
		opens: withRights('book'),
	},
	{
		to: adminPaths.customers(),
		label: 'Kund:innen',
		icon: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM5 20.5a7 7 0 0 1 14 0',
	},
	{
		to: adminPaths.messages(),
		label: 'Nachrichten',
		icon: 'M3.500 6h17v12.500h-17zM4 6.500l8 6.500 8-6.500',
		opens: readsMessages,
	},
	{
		to: adminPaths.reviews(),
		label: 'Bewertungen',
		icon: 'M12 4l2.500 5 5.500.800-4 3.900.950 5.500L12 16.600l-4.950 2.600.950-5.500-4-3.900 5.500-.800z',
	},
	{
		to: adminPaths.payments(),
		label: 'Zahlungen',
		icon: 'M3.500 6h17v12.500h-17zM3.500 10.500h17M7 15h3',
		opens: ({ mayManage }) => mayManage,
	},
	{ to: adminPaths.company(), label: 'Unternehmen', icon: 'M4 20V9l4-5h8l4 5v11zM4 9h16M10 20v-6h4v6' },
	{
		to: adminPaths.members(),
		label: 'Mitglieder',
		icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
	},
	{
		to: adminPaths.settings(),
		label: 'Einstellungen',
		icon: 'M4 7h9M17 7h3M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM4 17h3M11 17h9M9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
	},
]

const PAGES: Page[] = [
	...ENTRIES.map(({ to, label, opens }) => ({ to, label, opens })),
	{ to: adminPaths.disruptions(), label: 'Ausfälle', opens: withRights('all_calendars', 'move') },
	{ to: adminPaths.reports(), label: 'Auswertungen', opens: withRights('reports') },
	{ to: adminPaths.profile(), label: 'Mein Profil' },
]

/** Frame of the admin area: rail with the pages (a drawer on phones), top bar with location, theme and own menu. */
export function AdminShell({
	company,
	user,
	locations,
	location,
	elsewhere,
	rights,
	mayManage,
	open,
	narrow: stored,
	children,
}: ShellData & { children: ReactNode }) {
	const rail = useRef<HTMLElement>(null)
	const { pathname, search } = useLocation()
	const [asked] = useSearchParams()
	const fetcher = useFetcher()
	const ahead = useAhead()
	useWarmPages()
	const narrow = fetcher.formData ? fetcher.formData.get('rail') === 'schmal' : stored
	const inCalendar = pathname.startsWith(adminPaths.calendar())
	const entering = useEntering()
	const fresh = inCalendar ? adminPaths.newInCalendar(keptInCalendar(pathname, asked)) : entering()
	const mayOpen = ({ opens }: Page): boolean => opens?.({ rights, mayManage }) ?? true
	const close = (): void => {
		if (rail.current?.matches(':popover-open')) rail.current.hidePopover()
	}
	return (
		<ContactDataSeen value={rights.includes('contact_data')}>
			<div className={styles.shell} data-narrow={narrow}>
				<a className={styles.skip} href="#inhalt">
					Zum Inhalt springen
				</a>
				<header className={styles.bar}>
					<button type="button" className={styles.burger} popoverTarget="admin-nav" aria-label="Menü öffnen">
						<Icon path="M4 7h16M4 12h16M4 17h16" />
					</button>
					<LocationSwitch {...{ company, locations, location, elsewhere }} />
					<div className={styles.tools}>
						<CommandSearch pages={[{ to: fresh, label: 'Neuer Termin' }, ...PAGES.filter(mayOpen)]} />
						{location ? (
							<Link to={fresh} className={styles.create} aria-label="Neuer Termin" preventScrollReset={inCalendar}>
								<Icon path="M12 5v14M5 12h14" />
								<span>Neuer Termin</span>
							</Link>
						) : null}
						<ThemeSwitch />
						<Menu
							label="Mein Konto"
							className={styles.account}
							face={<span aria-hidden="true">{(user.name || user.email).slice(0, 1).toUpperCase()}</span>}
						>
							<p>
								<strong>{user.name || company.name}</strong>
								<br />
								{user.email}
							</p>
							<Link to={adminPaths.profile()} className={menuItem}>
								Mein Profil
							</Link>
							<Link to={paths.profile()} className={menuItem}>
								Eigene Buchungen
							</Link>
							<Link to={adminPaths.newCompany()} className={menuItem}>
								Neues Unternehmen
							</Link>
							<Form method="post" action={paths.logout()}>
								<button type="submit" className={menuItem}>
									Abmelden
								</button>
							</Form>
						</Menu>
					</div>
				</header>
				<nav id="admin-nav" className={styles.rail} aria-label="Verwaltung" ref={rail} popover="auto">
					<Link to={adminPaths.dashboard()} className={styles.mark} aria-label="Zeitplatz, zur Übersicht">
						<Logo />
					</Link>
					<p className={styles.company}>{company.name}</p>
					<ul>
						{ENTRIES.filter(mayOpen).map((entry) => (
							<li key={entry.to}>
								<NavLink to={entry.to} prefetch={ahead} onClick={close} title={entry.label}>
									<Icon path={entry.icon} />
									<span className={styles.word}>{entry.label}</span>
									<Count {...countAt(entry.to, open)} />
								</NavLink>
							</li>
						))}
					</ul>
					<fetcher.Form method="post" action={adminPaths.home()} className={styles.collapse} preventScrollReset>
						<input type="hidden" name="back" value={`${pathname}${search}`} />
						<button
							name="rail"
							value={narrow ? 'breit' : 'schmal'}
							aria-label={narrow ? 'Leiste ausklappen' : 'Leiste einklappen'}
						>
							<Icon path={narrow ? 'M9 6l6 6-6 6' : 'M15 6l-6 6 6 6'} />
							<span className={styles.word}>Einklappen</span>
						</button>
					</fetcher.Form>
				</nav>
				<Progress />
				<main id="inhalt" tabIndex={-1} className={styles.main}>
					{children}
				</main>
			</div>
		</ContactDataSeen>
	)
}

/** What the panel for a new appointment keeps of an open calendar: what it shows, and the place of what is just being entered. */
function keptInCalendar(pathname: string, asked: URLSearchParams): Record<string, string | undefined> {
	const entering = [adminPaths.newInCalendar(), adminPaths.newBlock(), adminPaths.whyInCalendar()].includes(pathname)
	return entering ? Object.fromEntries(asked) : shownBy({ searchParams: asked })
}

/** What waits behind an entry of the rail. */
function countAt(
	to: string,
	{ requests, waiting, orders, places, messages, payments }: ShellData['open'],
): { count: number; words: string } {
	if (to === adminPaths.dashboard())
		return { count: messages, words: messages === 1 ? 'Nachricht ohne Antwort' : 'Nachrichten ohne Antwort' }
	if (to === adminPaths.calendar()) return { count: requests, words: requests === 1 ? 'Anfrage' : 'Anfragen' }
	if (to === adminPaths.events()) return { count: waiting, words: 'auf Wartelisten' }
	if (to === adminPaths.payments())
		return { count: payments, words: payments === 1 ? 'Zahlung zu prüfen' : 'Zahlungen zu prüfen' }
	if (to === adminPaths.offers()) {
		if (places > 0) return { count: orders + places, words: 'ohne Angebot' }
		return { count: orders, words: orders === 1 ? 'Suchauftrag' : 'Suchaufträge' }
	}
	return { count: 0, words: '' }
}

function Count({ count, words }: { count: number; words: string }) {
	if (count === 0) return null
	return (
		<span className={styles.count}>
			{count > 99 ? '99+' : count}
			<span className="visually-hidden"> {words}</span>
		</span>
	)
}

function Icon({ path }: { path: string }) {
	return (
		<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
			<path d={path} />
		</svg>
	)
}
