import { Link } from 'react-router'
import { loadReported, sendReport } from '#app/features/content-reports/report.server.ts'
import { Reported } from '#app/features/content-reports/reported.tsx'
import { ReportForm } from '#app/features/content-reports/report-form.tsx'
import { visitText } from '#app/features/content-reports/targets.ts'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { WAITS } from '#app/lib/seo.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/report.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => loadReported(context, url)

export const action = ({ context, request, url }: Route.ActionArgs) => sendReport(context, request, url)

export const headers = (): HeadersInit => ({ 'cache-control': 'private, no-store' })

export const handle = WAITS

/** "Melden": says what on a public page breaks the law or the rules; the answer says when it came in. */
export default function Report({ loaderData, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Inhalt melden"
			path={paths.reports()}
			description="Einen Eintrag, ein Bild oder eine Bewertung melden, die gegen Gesetz oder Regeln verstößt."
		>
			<meta name="robots" content="noindex" />
			{actionData?.reported ? (
				<Notice kind="success" role="status" title="Ihre Meldung ist eingegangen.">
					<p>
						Eingegangen am {actionData.reported}. Ein Mensch sieht sie sich an, in der Regel innerhalb von 24 Stunden.
						{actionData.receipt
							? ' Eine Eingangsbestätigung ist unterwegs; unsere Entscheidung senden wir auch dorthin.'
							: ''}
					</p>
					{actionData.visit ? <p>{visitText(actionData.visit)} Wir prüfen ihn noch einmal.</p> : null}
				</Notice>
			) : loaderData ? (
				<>
					<p>
						Sie melden etwas, das gegen Gesetz oder Regeln verstößt. Bis zur Entscheidung bleibt es sichtbar
						{loaderData.target.kind === 'review' ? ' und trägt den Hinweis „wird geprüft“' : ''}.
					</p>
					<Reported {...loaderData} />
					<ReportForm reply={actionData?.reply} />
				</>
			) : (
				<>
					<p>
						Bei jedem Eintrag, seinen Bildern, jeder Bewertung, jedem Suchauftrag und jedem Angebot steht ein Link
						„Melden“. Er führt mit der richtigen Angabe hierher.
					</p>
					<p>
						<Link to={paths.listings()}>Zum Katalog</Link>
					</p>
				</>
			)}
		</Document>
	)
}
