import { type FormReply, tickOf } from '#app/lib/form.ts'
import { CheckField } from '#app/ui/check-field.tsx'

/** The consent that trades under § 203 StGB need (Art. 9 GDPR). @param to who gets it @param end how it is taken back */
export function ConsentField({ reply, to, end }: { reply?: FormReply; to: string; end: string }) {
	return (
		<CheckField
			id="einwilligung"
			name="einwilligung"
			checked={tickOf(reply, 'einwilligung')}
			error={reply?.error?.einwilligung?.[0]}
		>
			Ich willige ein, dass {to}. Das kann ich jederzeit widerrufen, indem ich {end}.
		</CheckField>
	)
}
