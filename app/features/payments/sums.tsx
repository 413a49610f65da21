import { formatPrice } from '#app/lib/money.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { PaymentSums } from './admin.contracts.ts'

/** What all payments of the list come to, trials apart from money. */
export function Sums({ sums }: { sums: PaymentSums[] }) {
	return sums.map(({ test, paid_cents, refunding_cents, refunded_cents, fee_cents }) => {
		const name = (words: string): string => (test ? `${words} (TEST)` : words)
		return (
			<Stats key={String(test)}>
				<Stat name={name('Online bezahlt')} value={formatPrice(paid_cents)} />
				<Stat name={name('Erstattet')} value={formatPrice(refunded_cents)} />
				{refunding_cents > 0 ? <Stat name={name('Erstattung unterwegs')} value={formatPrice(refunding_cents)} /> : null}
				{fee_cents > 0 ? <Stat name={name('Gebühren')} value={formatPrice(fee_cents)} /> : null}
				<Stat name={name('Bleibt')} value={formatPrice(paid_cents - refunding_cents - refunded_cents - fee_cents)} />
			</Stats>
		)
	})
}
