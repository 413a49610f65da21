import { adminPaths } from '#app/lib/admin-paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Asks an owner for what the company has yet to accept; nothing is locked until then. */
export function AgreementsNotice() {
	return (
		<Notice title="Verträge annehmen">
			<p>Für Ihr Unternehmen gelten Geschäftsbedingungen und eine Vereinbarung zur Auftragsverarbeitung.</p>
			<ButtonLink to={adminPaths.agreements()} kind="secondary">
				Lesen und annehmen
			</ButtonLink>
		</Notice>
	)
}
