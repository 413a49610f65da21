import { AppealForm } from '#app/features/decisions/appeal-form.tsx'
import { loadDecision, sendAppeal } from '#app/features/decisions/decision.server.ts'
import styles from '#app/features/decisions/decisions.module.css'
import { reasonsOf } from '#app/features/decisions/words.ts'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { WAITS } from '#app/lib/seo.ts'
import { Facts } from '#app/ui/facts.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/decision.ts'

export const loader = ({ context, params, url }: Route.LoaderArgs) => loadDecision(context, params.id, url)

export const action = ({ context, params, request, url }: Route.ActionArgs) =>
	sendAppeal(context, params.id, request, url)

export const headers = (): HeadersInit => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = WAITS

/** A statement of reasons, for whoever got its link, and the appeal against it. */
export default function DecisionPage({ loaderData: { id, decision }, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Unsere Entscheidung"
			path={paths.decision(id)}
			description="Eine Entscheidung über einen gemeldeten Inhalt, mit ihren Gründen."
		>
			<meta name="robots" content="noindex" />
			<div className={styles.reasons}>
				<Facts facts={reasonsOf(decision)} />
			</div>
			<h2>Beschwerde</h2>
			<AppealForm decision={decision} answer={actionData} />
			<p>
				Sie können sich auch an eine zugelassene Streitbeilegungsstelle (Art. 21 der Verordnung (EU) 2022/2065) oder an
				ein Gericht wenden.
			</p>
		</Document>
	)
}
