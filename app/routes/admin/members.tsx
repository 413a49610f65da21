import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { Panel, type Refusal, SavedMessage } from '#app/ui/form-parts.tsx'
import { InvitationsPanel } from '#app/features/members/invitations-panel.tsx'
import { MemberList } from '#app/features/members/member-list.tsx'
import { MemberPanel } from '#app/features/members/member-panel.tsx'
import own from '#app/features/members/members.module.css'
import { memberQuery, PAGE_SIZE, pickMembers, readMemberFilters } from '#app/features/members/members.list.ts'
import { changeMembers, loadMembersPage } from '#app/features/members/members.server.ts'
import styles from '#app/ui/panel.module.css'
import { DutyPanel } from '#app/features/members/duty-panel.tsx'
import { RightsPanel } from '#app/features/members/rights-panel.tsx'
import { WithPanel } from '#app/ui/side-panel.tsx'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/members.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	const page = await loadMembersPage(member, new Date())
	const second = member.user.claims.aal === 'aal2'
	const filters = readMemberFilters(url.searchParams)
	const picked = pickMembers(page.members, filters)
	requireExistingPage({
		...{ page: filters.page, total: picked.total, size: PAGE_SIZE },
		hrefFor: (to) => adminPaths.members(memberQuery({ ...filters, page: to })),
	})
	const opened = page.members.find(({ id }) => id === url.searchParams.get('mitglied'))?.id
	const { role, mayManage, company, rights } = member
	return {
		...page,
		...picked,
		filters,
		opened,
		second,
		role,
		mayManage,
		mayExport: mayManage && rights.includes('export'),
		company: company.name,
	}
}

export const action = ({ context, request }: Route.ActionArgs) => changeMembers(context, request)

/** The people who can sign in for the company, with their rights. */
export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
	const { members, calendars, role, filters, opened } = loaderData
	const member = members.find(({ id }) => id === opened)
	return (
		<>
			<title>Mitglieder · Zeitplatz</title>
			<WithPanel opened={member?.id} main={<Main page={loaderData} refusal={actionData} />}>
				{member ? (
					<MemberPanel
						{...{ member, members, calendars, role }}
						refusal={actionData}
						back={adminPaths.members(memberQuery(filters))}
					/>
				) : null}
			</WithPanel>
		</>
	)
}

function Main({ page, refusal }: { page: Route.ComponentProps['loaderData']; refusal?: Refusal }) {
	const {
		members,
		rows,
		total,
		filters,
		opened,
		calendars,
		invitations,
		events,
		duty,
		second,
		role,
		mayManage,
		mayExport,
		company,
	} = page
	// Beside an opened member, the page's title is that member's.
	const Title = opened ? 'h2' : 'h1'
	return (
		<>
			<div className={styles.head}>
				<Title>Mitglieder</Title>
			</div>
			<div className={`${styles.stack} ${own.wide}`}>
				<p className={styles.soft}>
					Wer sich für {company} anmelden darf. Wer Termine annimmt, steht beim Standort unter Team; beides lässt sich
					verbinden.
				</p>
				{opened ? null : <SavedMessage refusal={refusal} />}
				<MemberList count={members.length} {...{ rows, total, calendars, filters, opened, mayManage, mayExport }} />
				{mayManage ? <InvitationsPanel {...{ invitations, calendars, role, refusal }} /> : null}
				<RightsPanel role={role} />
				<DutyPanel duty={duty} owner={role === 'owner'} second={second} refusal={refusal} />
				{events.length > 0 ? (
					<Panel title="Verlauf">
						<ol className={styles.list}>
							{events.map(({ id, when, what }) => (
								<li key={id} className={own.event}>
									<span>{when}</span>
									<span>{what}</span>
								</li>
							))}
						</ol>
					</Panel>
				) : null}
			</div>
		</>
	)
}
