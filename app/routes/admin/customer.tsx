import { Link, useLocation } from 'react-router'
import type { State } from '#app/features/appointments/appointment.ts'
import { StateMark } from '#app/features/appointments/state-mark.tsx'
import { AgainPanel } from '#app/features/customers/again-panel.tsx'
import { bookAgain, loadAgain } from '#app/features/customers/again.server.ts'
import { ConsentsPanel } from '#app/features/customers/consents-panel.tsx'
import { contactSchema, relativeSchema, rowSchema } from '#app/features/customers/contacts.form.ts'
import * as contacts from '#app/features/customers/contacts.commands.server.ts'
import { ContactsPanel } from '#app/features/customers/contacts-panel.tsx'
import { BackToCustomers, CustomerHead } from '#app/features/customers/customer-head.tsx'
import { CustomerForm } from '#app/features/customers/customer-form.tsx'
import { healthSchema } from '#app/features/customers/customer.form.ts'
import styles from '#app/features/customers/customer.module.css'
import { editCustomer, saveHealth } from '#app/features/customers/customers.commands.server.ts'
import { loadCustomer, loadHealth, loadLooks, loadOnNumbers } from '#app/features/customers/customers.queries.server.ts'
import { factTexts, usualVisit } from '#app/features/customers/facts.ts'
import { addFile, removeFile } from '#app/features/customers/files.server.ts'
import { FilesPanel } from '#app/features/customers/files-panel.tsx'
import { History } from '#app/features/customers/history.tsx'
import { nextVisit, readHistoryView, zoneOf } from '#app/features/customers/history.ts'
import { NextVisit } from '#app/features/customers/next-visit.tsx'
import { HealthPanel } from '#app/features/customers/health-panel.tsx'
import { Looks } from '#app/features/customers/looks.tsx'
import { MergesPanel } from '#app/features/customers/merges-panel.tsx'
import { undoMerge } from '#app/features/customers/merges.server.ts'
import { leftTexts } from '#app/features/customers/merges.ts'
import { shownBefore } from '#app/features/customers/shown-before.ts'
import { RelativesPanel } from '#app/features/customers/relatives-panel.tsx'
import { requireMember, requireRight } from '#app/features/shell/admin-context.server.ts'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { Panel, replyTo, rowReply, SavedMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { useKept } from '#app/ui/use-kept.ts'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import type { Route } from './+types/customer.ts'
import { useLivePage } from './use-live-page.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	const { client, company, role, rights, mayManage, locations } = member
	const now = new Date()
	const shown = shownBefore(request, url)
	const page = await loadCustomer(client, company, params.id, shown !== null)
	const { id, health } = page.customer
	const [opened, looks, again, sharing] = await Promise.all([
		health !== null && url.searchParams.has('gesundheit')
			? loadHealth(client, company, id, shown?.searchParams.has('gesundheit'))
			: undefined,
		role === 'owner' ? loadLooks(client, id) : undefined,
		loadAgain(member, page, now),
		rights.includes('all_customers') ? loadOnNumbers(client, company, [id]) : undefined,
	])
	return {
		...{
			...page,
			opened,
			looks,
			again,
			sharing,
			now: now.toISOString(),
			mayManage: rights.includes('all_customers'),
			mayHealth: rights.includes('health'),
			mayErase: mayManage && rights.includes('contact_data'),
		},
		severalPlaces: locations.length > 1,
		view: readHistoryView(url.searchParams.get('zeige')),
		entered: url.searchParams.get('eingetragen'),
		parted: url.searchParams.get('getrennt'),
		left: leftTexts(url.searchParams.get('rest') ?? ''),
	}
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const { id } = params
	invariantResponse(isUuid(id))
	const form = await readForm(request)
	if (form.get('intent') === 'health') {
		const { client, company } = await requireRight(context, request, 'health')
		const back = `${adminPaths.customer(id)}?gesundheit=1`
		return submit(form, healthSchema, back, (value) => saveHealth(client, company, id, value))
	}
	if (form.get('intent') === 'again') {
		const member = await requireRight(context, request, 'book')
		const made = await bookAgain(member, id, form)
		if ('id' in made) return redirect(adminPaths.customer(id, { eingetragen: made.id }))
		return submitPlain(form, adminPaths.customer(id), () => Promise.resolve(made))
	}
	const { client, company, rights } = await requireRight(context, request, 'all_customers')
	// The panel with the health data stays open, with what is typed in it.
	const back = `${adminPaths.customer(id)}${url.searchParams.has('gesundheit') ? '?gesundheit=1' : ''}`
	const place = { p_company: company.id, p_customer: id }
	switch (form.get('intent')) {
		case 'contact':
			return submit(form, contactSchema, back, (value) => contacts.addContact(client, place, value))
		case 'first':
			return submit(form, rowSchema, back, (row) => contacts.putContactFirst(client, place, row.id))
		case 'drop':
			return submit(form, rowSchema, back, (row) => contacts.removeContact(client, place, row.id))
		case 'relative':
			return submit(form, relativeSchema, back, (value) => contacts.addRelative(client, place, value))
		case 'part':
			return submit(form, rowSchema, back, (row) => contacts.removeRelative(client, place, row.id))
		case 'file': {
			const made = await addFile(client, serverClient(context.get(servicesContext)), place, form)
			return submitPlain(form, back, () => Promise.resolve(made))
		}
		case 'drop-file': {
			const server = serverClient(context.get(servicesContext))
			return submit(form, rowSchema, back, (row) => removeFile(client, server, place, row.id))
		}
		case 'unmerge': {
			let undone: Awaited<ReturnType<typeof undoMerge>>['data'] = null
			const answer = await submit(form, rowSchema, back, async (row) => {
				const result = await undoMerge(client, company, row.id)
				undone = result.data
				return { error: result.error }
			})
			return undone ? redirect(partedAt(id, undone)) : answer
		}
		default:
			return editCustomer(client, company, id, { back, sees: rights.includes('contact_data') }, form)
	}
}

/** After a refusal too: it may be that somebody else has saved, and the page then says what. */
export const shouldRevalidate = () => true

/** A customer's card: who it is, what they booked, and what the company keeps of them. */
export default function CustomerPage({ loaderData, actionData: latest }: Route.ComponentProps) {
	const {
		customer,
		visits,
		messages,
		view,
		again,
		sharing,
		entered,
		now,
		opened,
		looks,
		mayManage,
		mayHealth,
		mayErase,
		severalPlaces,
		parted,
		left,
	} = loaderData
	const sees = useSeesContacts()
	const zone = zoneOf(visits)
	const next = nextVisit(visits, new Date(now))
	useLivePage()
	const actionData = useKept(latest, `${customer.id} ${useLocation().key}`)
	return (
		<>
			<title>{`${customer.name} · Zeitplatz`}</title>
			<BackToCustomers />
			<SavedMessage refusal={actionData} />
			{visits.some(({ id }) => id === entered) && entered ? (
				<Notice kind="success" role="status">
					<p>
						Der Termin ist eingetragen. <Link to={adminPaths.appointment(entered)}>Termin ansehen</Link>
					</p>
				</Notice>
			) : null}
			{parted ? (
				<Notice kind={left.length > 0 ? 'warning' : 'success'} role="status">
					<p>
						Die Karten sind wieder getrennt. <Link to={adminPaths.customer(parted)}>Zur wiederhergestellten Karte</Link>
					</p>
					{left.map((text) => (
						<p key={text}>{text}</p>
					))}
				</Notice>
			) : null}
			<CustomerHead
				customer={customer}
				facts={factTexts(customer.facts, usualVisit(visits), zone)}
				next={next ? <NextVisit visit={next} mark={markOf(next.state)} {...{ severalPlaces, now }} /> : null}
			/>
			<div className={styles.columns}>
				<Panel title="Verlauf">
					<History customer={customer.id} {...{ visits, messages, view, zone, severalPlaces, markOf }} />
				</Panel>
				<div className={styles.side}>
					{again ? (
						<div className={styles.first}>
							<AgainPanel
								{...{ customer: customer.id, again }}
								mails={Boolean(customer.email) || !sees}
								reply={rowReply(actionData, 'again')}
							/>
						</div>
					) : null}
					<Panel title="Angaben">
						<CustomerForm {...{ kept: customer, sharing, mayManage }} reply={replyTo(actionData, 'save')} />
					</Panel>
					<ContactsPanel
						{...{ contacts: customer.contacts, mayManage }}
						reply={replyTo(actionData, 'contact')}
						rowReply={rowReply(actionData, 'first', 'drop')}
					/>
					<RelativesPanel
						{...{ relatives: customer.relatives, mayManage }}
						reply={replyTo(actionData, 'relative')}
						rowReply={rowReply(actionData, 'part')}
					/>
					{customer.health === null ? null : (
						<HealthPanel
							{...{ customer: customer.id, present: customer.health, opened, zone }}
							reply={replyTo(actionData, 'health')}
						/>
					)}
					<FilesPanel
						{...{ customer: customer.id, files: customer.files, mayManage, mayHealth, zone }}
						reply={replyTo(actionData, 'file')}
						rowReply={rowReply(actionData, 'drop-file')}
					/>
					<ConsentsPanel consents={customer.consents} zone={zone} />
					<MergesPanel {...{ merges: customer.merges, zone }} reply={rowReply(actionData, 'unmerge')} />
					{mayManage && sees ? (
						<Panel title="Weitere Schritte">
							<ul className={panel.list}>
								<li className={panel.item}>
									<Link to={adminPaths.mergeCustomer(customer.id)}>Mit einer anderen Karte zusammenführen</Link>
								</li>
								{mayErase ? (
									<li className={panel.item}>
										<Link to={adminPaths.eraseCustomer(customer.id)}>Auf Wunsch der Person löschen (DSGVO)</Link>
									</li>
								) : null}
							</ul>
						</Panel>
					) : null}
					{looks ? <Looks looks={looks} zone={zone} /> : null}
				</div>
			</div>
		</>
	)
}

const partedAt = (id: string, { customer, left }: { customer: string; left: string[] }): string =>
	adminPaths.customer(id, { getrennt: customer, rest: left.join() || undefined })

const markOf = (state: State) => <StateMark state={state} />
