import { useCallback, useState } from 'react'
import { data, Form, Link, useSearchParams } from 'react-router'
import { ownMachineContext, servicesContext } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipButton, ChipLink } from '#app/ui/chip.tsx'
import { type Choice, ComboboxField } from '#app/ui/combobox-field.tsx'
import { CommandPalette } from '#app/ui/command-palette.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormErrors } from '#app/ui/form-errors.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Menu, menuItem } from '#app/ui/menu.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { Rating, Stars } from '#app/ui/rating.tsx'
import { SidePanel, WithPanel } from '#app/ui/side-panel.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { Tabs, Views } from '#app/ui/tabs.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { Toast } from '#app/ui/toast.tsx'
import { readForm } from '#app/lib/parse-form.ts'
import { textOf } from '#app/lib/form.ts'
import type { Route } from './+types/dev-kit.ts'
import { kitPlots } from './dev-kit-plots.server.ts'
import { type KitPlots, Plots } from './dev-kit-plots.tsx'
import { Surfaces } from './dev-kit-surfaces.tsx'
import styles from './dev-kit.module.css'

const PAGE = '/dev/kit'
const PEOPLE: Choice[] = [
	{ id: '1', label: 'Anna Becker', detail: '030 123456' },
	{ id: '2', label: 'Özlem Yılmaz', detail: 'oezlem@example.org' },
	{ id: '3', label: 'Paweł Szymański' },
]

/** All parts in all their states, for developers; like /dev/mail, only on your own machine. */
export function loader({ context }: Route.LoaderArgs) {
	const { devMailbox } = context.get(servicesContext)
	invariantResponse(devMailbox && context.get(ownMachineContext))
	return { today: localDate(new Date(), HOME_ZONE), plots: kitPlots() }
}

/** Accepts every name that is not empty, after a moment, so that the busy state is visible. */
export async function action({ context, request }: Route.ActionArgs) {
	// Not limited to this machine like the page, because forms send more headers than that check allows; this action
	// changes nothing.
	invariantResponse(context.get(servicesContext).devMailbox)
	const form = await readForm(request)
	await new Promise((resolve) => setTimeout(resolve, 300))
	return textOf(form, 'title') ? null : data({ fault: 'Bitte geben Sie einen Namen an.' }, { status: 400 })
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

const load = (text: string): Promise<Choice[]> =>
	Promise.resolve(PEOPLE.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase())))

export default function DevKit({ loaderData: { today, plots }, actionData }: Route.ComponentProps) {
	const [query] = useSearchParams()
	const opened = query.get('offen') ?? undefined
	return (
		<main id="inhalt" className={styles.page}>
			<title>Bausteine · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<WithPanel
				opened={opened}
				main={
					<Parts
						today={today}
						plots={plots}
						opened={opened !== undefined}
						fault={actionData?.fault ?? query.get('fehler') ?? undefined}
					/>
				}
			>
				{opened ? (
					<SidePanel id={opened} label="Beispiel" back={PAGE}>
						<h1 tabIndex={-1}>Daneben geöffnet</h1>
						<Person />
						<Menu label="Mehr">
							<Link to={PAGE} className={menuItem}>
								Schließen
							</Link>
						</Menu>
					</SidePanel>
				) : null}
			</WithPanel>
		</main>
	)
}

type PartsProps = { today: string; plots: KitPlots; opened: boolean; fault?: string }

function Parts({ today, plots, opened, fault }: PartsProps) {
	const Title = opened ? 'h2' : 'h1'
	return (
		<div className={styles.parts}>
			<Title>Bausteine</Title>
			<CommandPalette
				label="Seite suchen"
				placeholder="Seite"
				link={PAGE}
				pages={[
					{ to: `${PAGE}?offen=suche`, label: 'Beispiel öffnen' },
					{ to: '/dev/mail', label: 'Mails' },
				]}
				found={[]}
				waiting={false}
				onType={() => undefined}
			/>
			<Panel title="Reiter und Auswahlen">
				<Tabs
					label="Reiter"
					tabs={[
						{ to: PAGE, label: 'Hier' },
						{ to: '/dev/mail', label: 'Mails' },
					]}
				/>
				<Views
					label="Auswahlen"
					current={PAGE}
					tabs={[
						{ to: PAGE, label: 'Alle' },
						{ to: `${PAGE}?offen=heute`, label: 'Heute' },
					]}
				/>
			</Panel>
			<Panel title="Felder">
				<Fields today={today} />
			</Panel>
			<Panel title="Knöpfe, Marken, Zeiten">
				<p className={styles.line}>
					<Button type="button">Haupt</Button>
					<Button type="button" kind="secondary">
						Neben
					</Button>
					<Button type="button" kind="plain">
						Leise
					</Button>
					<Button type="button" kind="danger">
						Endet etwas
					</Button>
					<Button type="button" disabled>
						Gerade nicht
					</Button>
				</p>
				<p className={styles.line}>
					<Badge>Ruhig</Badge>
					<Badge kind="good">Gut</Badge>
					<Badge kind="waiting">Wartet</Badge>
					<Badge kind="bad" icon="m4 4 8 8m0-8-8 8">
						Schlecht
					</Badge>
				</p>
				<p className={styles.line}>
					<ChipLink to={PAGE}>heute 17:30</ChipLink>
					<ChipButton type="button" kind="quiet">
						18:00
					</ChipButton>
					<ChipButton type="button" selected>
						18:30
					</ChipButton>
				</p>
				<p className={styles.line}>
					<Rating average={4.8} count={132} />{' '}
					{[1, 2, 3, 4, 5].map((value) => (
						<Stars key={value} value={value} />
					))}
				</p>
			</Panel>
			<Panel title="Menü, daneben Öffnen, Hinweis">
				<Opening />
			</Panel>
			<Panel title="Meldungen">
				<div className={styles.stack}>
					<Notice title="Zur Kenntnis">Das ist so.</Notice>
					<Notice kind="success">Gespeichert.</Notice>
					<Notice kind="warning" title="Achtung">
						Das könnte anders gemeint sein.
					</Notice>
					<Notice kind="danger" title="Das ging nicht.">
						Bitte versuchen Sie es noch einmal.
					</Notice>
				</div>
			</Panel>
			<Plots {...plots} />
			<Surfaces page={PAGE} fault={fault} />
			<Panel title="Zahlen und Leeres">
				<Stats>
					<Stat name="Termine heute" value="12" />
					<Stat name="Auslastung" value="73 %" />
					<Stat name="Umsatz heute" value="–" />
				</Stats>
				<EmptyState
					icon="calendar"
					what="Noch keine Termine."
					how="Sobald jemand bucht, steht er hier."
					action={<ButtonLink to={PAGE}>Ersten Termin eintragen</ButtonLink>}
				/>
				<Pages page={2} pages={9} hrefFor={(page) => `${PAGE}?seite=${page}`} />
			</Panel>
		</div>
	)
}

function Fields({ today }: { today: string }) {
	return (
		<>
			<FormErrors
				faults={[
					{ field: 'kit-name', message: 'Bitte geben Sie einen Namen an.' },
					{ field: 'kit-wrong-day', message: 'Dieses Datum gibt es nicht.' },
				]}
			/>
			<Form className={styles.fields} aria-label="Felder">
				<TextField id="kit-name" label="Name" name="name" error="Bitte geben Sie einen Namen an." />
				<TextField label="Telefon" name="phone" hint="Mit Vorwahl" optional />
				<DateField label="Tag" name="day" today={today} defaultValue={today} />
				<DateField
					id="kit-wrong-day"
					label="Tag mit Fehler"
					name="wrong"
					today={today}
					defaultValue="31.2."
					error="Dieses Datum gibt es nicht."
				/>
				<TimeField label="Beginn" name="from" defaultValue="09:30" />
				<TimeField label="Ende" name="to" ends optional />
				<SelectField label="Wer" name="who">
					<option>Anna</option>
					<option>Ben</option>
				</SelectField>
				<Person />
				<TextArea label="Nachricht" name="note" optional />
				<Button>Abschicken</Button>
			</Form>
		</>
	)
}

const Person = () => <ComboboxField label="Kund:in" name="customer_name" idName="customer" load={load} optional />

const UNDONE = 'Rückgängig gemacht.'

function Opening() {
	const [toast, setToast] = useState('')
	const end = useCallback(() => setToast(''), [])
	return (
		<div className={styles.line}>
			<Menu label="Aktionen">
				<Link to={`${PAGE}?offen=menue`} className={menuItem}>
					Daneben öffnen
				</Link>
				<button type="button" className={menuItem} onClick={() => setToast('Termin verschoben.')}>
					Verschieben
				</button>
			</Menu>
			<Link to={`${PAGE}?offen=beispiel`} preventScrollReset>
				Beispiel daneben öffnen
			</Link>
			<Button type="button" kind="secondary" onClick={() => setToast('Termin verschoben.')}>
				Hinweis zeigen
			</Button>
			<p role="status" className="visually-hidden">
				{toast}
			</p>
			{toast ? (
				<Toast
					key={toast}
					onEnd={end}
					actions={toast === UNDONE ? [] : [{ label: 'Rückgängig', act: () => setToast(UNDONE) }]}
				>
					{toast}
				</Toast>
			) : null}
		</div>
	)
}
