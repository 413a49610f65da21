import { paths } from '#app/lib/paths.ts'

/** What companies and partners agree on with the operator, see supabase/schemas/85_accounts/50_agreements.sql. */
export type AgreementKind = 'business_terms' | 'processing' | 'partner_terms'

type Address = (version?: number) => string
type Facts = { title: string; description: string; path: Address; file: Address }

export const AGREEMENTS: Record<AgreementKind, Facts> = {
	business_terms: {
		title: 'Geschäftsbedingungen für Unternehmen',
		description: 'Was zwischen Zeitplatz und den Unternehmen gilt, die sich eintragen.',
		path: paths.businessTerms,
		file: paths.businessTermsFile,
	},
	processing: {
		title: 'Vereinbarung zur Auftragsverarbeitung',
		description: 'Wie Zeitplatz Daten im Auftrag der Unternehmen verarbeitet (Art. 28 DSGVO).',
		path: paths.processingAgreement,
		file: paths.processingFile,
	},
	partner_terms: {
		title: 'Bedingungen des Partnerprogramms',
		description: 'Was gilt, wenn Sie Zeitplatz anderen Unternehmen empfehlen.',
		path: paths.partnerTerms,
		file: paths.partnerTermsFile,
	},
}

/** The order in which they are shown; those of a company come first. */
export const AGREEMENT_KINDS = ['business_terms', 'processing', 'partner_terms'] as const satisfies AgreementKind[]

/** The hashes that a form brought back, separated by spaces; what is no hash is dropped. */
export const readHashes = (text: string): string[] => text.split(' ').filter((one) => /^[0-9a-f]{64}$/.test(one))

export type AgreementPart =
	| { kind: 'heading'; text: string }
	| { kind: 'paragraph'; text: string }
	| { kind: 'list'; entries: string[] }

/** The parts of an agreement's words; lines of one paragraph are joined. */
export function partsOf(words: string): AgreementPart[] {
	return words
		.trim()
		.split(/\n{2,}/)
		.map((block) => {
			if (block.startsWith('- ')) return { kind: 'list', entries: block.slice(2).split('\n- ').map(oneLine) }
			return block.startsWith('## ')
				? { kind: 'heading', text: oneLine(block.slice(3)) }
				: { kind: 'paragraph', text: oneLine(block) }
		})
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ')
