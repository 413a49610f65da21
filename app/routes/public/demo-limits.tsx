import { Document } from '#app/features/legal/document.tsx'
import { Limits } from '#app/features/business/demo/demo-page.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** Where the demo leads in the place of pages that are closed in it. */
export default function DemoLimits() {
	return (
		<Document
			title="Das geht in der Demo nicht"
			path={paths.demoLimits()}
			description="Was in der Demo von Zeitplatz nicht möglich ist, und warum."
		>
			<meta name="robots" content="noindex" />
			<p>
				Diese Seite gehört zu einem echten Konto: Anmeldung, Passwort, weitere Unternehmen und die eigenen Daten. In der
				Demo bleiben sie, wie sie sind.
			</p>
			<Limits />
			<p>
				<ButtonLink to={adminPaths.dashboard()}>Zurück in die Demo</ButtonLink>
			</p>
		</Document>
	)
}
