import { Document } from '#app/features/legal/document.tsx'
import { declare } from '#app/features/legal/withdrawal.server.ts'
import { withdrawalTexts } from '#app/features/legal/withdrawal.ts'
import { Declared, WithdrawalConfirmation, WithdrawalForm } from '#app/features/legal/withdrawal-form.tsx'
import { servicesContext } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { FoldedTexts } from '#app/ui/folded-texts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/withdrawal.ts'

export function loader({ context }: Route.LoaderArgs) {
	return { texts: withdrawalTexts(context.get(servicesContext).siteUrl) }
}

export const action = ({ context, request }: Route.ActionArgs) => declare(context, request)

export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
	return actionHeaders.has('cache-control') ? actionHeaders : PUBLIC_PAGE
}

export const handle = WAITS

/** The withdrawal button of § 356a BGB for people without a link at hand: two steps, then the receipt. */
export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
	const reply = actionData?.reply
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Vertrag widerrufen"
			path={paths.withdrawal()}
			description="Einen online geschlossenen Vertrag über einen Termin widerrufen, ohne Anmeldung."
		>
			{actionData?.step === 'done' ? (
				<>
					<Notice kind="success" role="status" title="Ihre Erklärung ist eingegangen.">
						<p>
							Eine Eingangsbestätigung geht an die angegebene E-Mail-Adresse. Passen Adresse und Buchungsnummer zu einem
							Vertrag, der widerrufen werden kann, hat der Betrieb Ihre Erklärung ebenfalls bekommen.
						</p>
					</Notice>
					<h2>Ihr Widerruf</h2>
					<Declared reply={reply} more={['Eingegangen', actionData.declared]} />
				</>
			) : actionData?.step === 'confirm' ? (
				<WithdrawalConfirmation reply={reply} />
			) : (
				<>
					<p>
						Online geschlossene Verträge können Sie in der Regel 14 Tage lang ohne Angabe von Gründen widerrufen. Für
						Behandlungen nach § 630a BGB, zum Beispiel Physiotherapie, gibt es dieses Recht nicht; absagen können Sie
						auch sie.
					</p>
					<WithdrawalForm reply={reply} asked={actionData?.asked} />
				</>
			)}
			<FoldedTexts texts={loaderData.texts} />
		</Document>
	)
}
