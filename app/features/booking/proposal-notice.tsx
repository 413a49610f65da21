import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ProposalData } from './proposal.ts'

/** Shown on the page of a booking that has a proposal to answer. */
export function ProposalNotice({ reason, period, people, until, href }: ProposalData & { href: string }) {
	return (
		<Notice kind="warning" title="Bitte antworten Sie auf einen Vorschlag">
			<p>
				{reason} Vorschlag: <strong>{period}</strong> bei {people}
				{until ? `, reserviert bis ${until}` : ''}.
			</p>
			<p>
				<ButtonLink to={href}>Vorschlag ansehen</ButtonLink>
			</p>
		</Notice>
	)
}
