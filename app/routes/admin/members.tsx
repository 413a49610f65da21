import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { Panel, SavedMessage } from '#app/ui/form-parts.tsx'
import { InvitationsPanel } from '#app/features/members/invitations-panel.tsx'
import { MemberList } from '#app/features/members/member-list.tsx'
import own from '#app/features/members/members.module.css'
import { changeMembers, loadMembersPage } from '#app/features/members/members.server.ts'
import styles from '#app/ui/panel.module.css'
import { DutyPanel } from '#app/features/members/duty-panel.tsx'
import { RightsPanel } from '#app/features/members/rights-panel.tsx'
import type { Route } from './+types/members.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	const page = await loadMembersPage(member, new Date())
	const second = member.user.claims.aal === 'aal2'
	return { ...page, second, role: member.role, mayManage: member.mayManage, company: member.company.name }
}

export const action = ({ context, request }: Route.ActionArgs) => changeMembers(context, request)

/** Who may sign in for the company, with which rights. */
export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
	const { members, calendars, invitations, events, duty, second, role, mayManage, company } = loaderData
	return (
		<>
			<title>Mitglieder · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Mitglieder</h1>
			</div>
			<div className={styles.stack}>
				<p className={styles.soft}>
					Wer sich für {company} anmelden darf. Wer Termine annimmt, steht beim Standort unter Team; beides lässt sich
					verbinden.
				</p>
				<SavedMessage refusal={actionData} />
				<MemberList members={members} calendars={calendars} role={role} refusal={actionData} />
				{mayManage ? (
					<InvitationsPanel invitations={invitations} calendars={calendars} role={role} refusal={actionData} />
				) : null}
				<RightsPanel role={role} />
				<DutyPanel duty={duty} owner={role === 'owner'} second={second} refusal={actionData} />
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
