import { formatNumber } from '#app/lib/numbers.ts'
import type { OnNumbers } from './customers.contracts.ts'

/** Whom a block by the number hits as well, in words; '' for nobody. `blocked`: whether it is in force. */
export function onNumbersText({ total, first }: OnNumbers, blocked: boolean): string {
	if (total === 0) return ''
	const more = total - first.length
	const names = [...first.map(({ name }) => name), ...(more > 0 ? [`${formatNumber(more)} weitere`] : [])]
	const who = new Intl.ListFormat('de').format(names)
	const has = total === 1 ? 'hat' : 'haben'
	const can = total === 1 ? 'kann' : 'können'
	return `Dieselbe Nummer ${has} auch ${who}. Ohne eigenes Konto ${can} ${total === 1 ? 'diese Person' : 'sie'} ${
		blocked ? 'jetzt ebenfalls nur' : 'dann ebenfalls nur'
	} telefonisch buchen.`
}
