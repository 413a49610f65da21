import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Found } from '#app/ui/found.tsx'
import { List, type ListColumn } from '#app/ui/list.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { calendarName, factorWords } from './member-words.ts'
import { type Member, ROLE_NAMES, ROLES } from './members.ts'
import { FACTORS, type MemberFilters, memberQuery, type MemberSort, PAGE_SIZE } from './members.list.ts'
import type { Calendar } from './members.server.ts'
import own from './members.module.css'

type Props = {
	/** The number of all members. */
	count: number
	/** One page of the members that match the search; `total` counts all matches. */
	rows: Member[]
	total: number
	calendars: Calendar[]
	filters: MemberFilters
	opened?: string
	/** Whether the viewer may know the other members' second factors. */
	mayManage: boolean
	mayExport: boolean
}

/** The members of the company, with search and sorting; each opens beside the list. */
export function MemberList({ count, rows, total, calendars, filters, opened, mayManage, mayExport }: Props) {
	const filtered = Boolean(filters.text || filters.role || filters.factor)
	const hrefFor = (asked: Partial<MemberFilters>, id?: string): string =>
		adminPaths.members(memberQuery({ ...filters, ...asked }, id))
	const factor: ListColumn<Member> = {
		name: 'faktor',
		label: 'Zwei-Faktor-Anmeldung',
		sort: 'faktor',
		named: true,
		show: ({ secondFactor }) => (secondFactor === null ? '' : factorWords(secondFactor)),
	}
	return (
		<Panel title={count === 1 ? 'Ein Mitglied' : `${count} Mitglieder`}>
			<SearchForm
				action={adminPaths.members()}
				label="Name oder E-Mail"
				text={filters.text}
				className={own.search}
				shown={`${filters.role} ${filters.factor}`}
			>
				{filters.sort ? <input type="hidden" name="sortierung" value={filters.sort} /> : null}
				<SelectField label="Rolle" name="rolle" defaultValue={filters.role} required={false}>
					<option value="">Alle</option>
					{ROLES.map((role) => (
						<option key={role} value={role}>
							{ROLE_NAMES[role]}
						</option>
					))}
				</SelectField>
				{mayManage ? (
					<SelectField label="Zwei-Faktor-Anmeldung" name="faktor" defaultValue={filters.factor} required={false}>
						<option value="">Alle</option>
						{Object.entries(FACTORS).map(([factor, label]) => (
							<option key={factor} value={factor}>
								{label}
							</option>
						))}
					</SelectField>
				) : null}
			</SearchForm>
			<Found
				total={total}
				names={[`von ${count}`, `von ${count}`]}
				clear={filtered ? { to: adminPaths.members(), label: 'Filter löschen' } : undefined}
			>
				{rows.length > 0 && mayExport ? (
					<a href={adminPaths.membersFile(memberQuery({ ...filters, page: 1 }))} download>
						Als CSV-Datei
					</a>
				) : null}
			</Found>
			{rows.length > 0 ? (
				<List
					label="Mitglieder"
					rows={rows}
					idOf={({ id }) => id}
					nameOf={({ name }) => name}
					opened={opened}
					hrefFor={(id) => hrefFor({}, id)}
					sorting={{ by: filters.sort, hrefFor: (by) => hrefFor({ sort: by as MemberSort, page: 1 }) }}
					columns={[
						{ name: 'name', label: 'Name', place: 'title', sort: 'name', show: nameOf },
						{ name: 'rolle', label: 'Rolle', place: 'corner', sort: 'rolle', show: roleOf },
						{ name: 'mail', label: 'E-Mail', look: 'wraps', show: ({ email }) => email },
						{ name: 'kalender', label: 'Kalender', named: true, show: ({ id }) => calendarsOf(id, calendars) },
						...(mayManage ? [factor] : []),
					]}
				/>
			) : (
				<EmptyState
					icon="search"
					what="Niemand passt zu dieser Auswahl."
					action={
						<ButtonLink to={adminPaths.members()} kind="secondary">
							Alle Mitglieder zeigen
						</ButtonLink>
					}
				/>
			)}
			<Pages page={filters.page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(page) => hrefFor({ page })} />
		</Panel>
	)
}

const nameOf = ({ name, self }: Member): string => (self ? `${name} (Sie)` : name)
const roleOf = ({ role }: Member) => <Badge>{ROLE_NAMES[role]}</Badge>
const calendarsOf = (id: string, calendars: Calendar[]): string =>
	calendars
		.filter(({ member }) => member === id)
		.map(calendarName)
		.join(', ')
