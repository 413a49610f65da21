import { centsOf } from '#app/features/services/price.ts'

export const RULE_MODES = {
	on_site: 'nichts, alles wird vor Ort bezahlt',
	percent: 'eine Anzahlung in Prozent des Preises',
	cents: 'eine feste Anzahlung in Euro',
	full: 'den ganzen Preis',
} as const
export type RuleMode = keyof typeof RULE_MODES

/** A rule as the form has it; `amount` is per cent or euros, as the mode says, `late` per cent of what was paid, or nothing. */
export type PaymentRule = {
	service: string
	serviceName: string
	mode: RuleMode
	amount: string
	keeps: boolean
	late: string
}

/** Cents of "20" or "20,50 €"; undefined for anything else. */
export function centsTyped(text: string): number | undefined {
	const [, whole, part = ''] = /^(\d{1,5})(?:,(\d{1,2}))?\s*(?:€|Euro)?$/.exec(text.trim()) ?? []
	return whole === undefined ? undefined : centsOf(`${whole},${part}`)
}

type Row = {
	mode: string
	percent: number | null
	cents: number | null
	keeps_on_no_show: boolean
	late_percent: number | null
}

/** A stored rule as the form shows it. */
export function ruleTyped(row: Row | undefined, service = '', serviceName = ''): PaymentRule {
	const keeps = row?.keeps_on_no_show ?? true
	const late = row?.late_percent ? String(row.late_percent) : ''
	if (row?.mode === 'deposit') {
		const amount = row.percent === null ? ((row.cents ?? 0) / 100).toFixed(2).replace('.', ',') : String(row.percent)
		return { service, serviceName, mode: row.percent === null ? 'cents' : 'percent', amount, keeps, late }
	}
	return { service, serviceName, mode: row?.mode === 'full' ? 'full' : 'on_site', amount: '', keeps, late }
}

/** "20 % Anzahlung", "Anzahlung 10,00 €", "ganzer Preis", "alles vor Ort" */
export function ruleText({ mode, amount }: PaymentRule): string {
	if (mode === 'percent') return `${amount}\u00A0% Anzahlung`
	if (mode === 'cents') return `Anzahlung ${amount}\u00A0€`
	return mode === 'full' ? 'ganzer Preis' : 'alles vor Ort'
}
