import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { type Member, RIGHTS, ROLE_NAMES, ROLES } from './members.ts'
import own from './members.module.css'
import panel from '#app/ui/panel.module.css'

/** What each role may do in words; each adds to the role before it. */
export function RightsPanel({ role }: { role: Member['role'] }) {
	return (
		<Panel title="Wer darf was?">
			<div className={own.rights}>
				{ROLES.map((each, index) => (
					<Card
						key={each}
						title={ROLE_NAMES[each]}
						marked={each === role}
						corner={each === role ? <Badge>Ihre Rolle</Badge> : null}
					>
						<p className={panel.soft}>
							{index === 0 ? 'Darf:' : `Alles wie ${ROLE_NAMES[ROLES[index - 1] ?? each]}, und:`}
						</p>
						<ul>
							{RIGHTS.filter(({ from }) => from === each).map(({ what }) => (
								<li key={what}>{what}</li>
							))}
						</ul>
					</Card>
				))}
			</div>
		</Panel>
	)
}
