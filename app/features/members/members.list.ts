import { readPage } from '#app/lib/page-number.ts'
import { type Member, ROLES } from './members.ts'

export const PAGE_SIZE = 50

const SORTS = ['name', 'rolle', 'faktor'] as const
export type MemberSort = `${'' | '-'}${(typeof SORTS)[number]}`

export type MemberFilters = { text: string; sort: MemberSort | ''; page: number }

/** The filters in the address of the list; values that cannot be read are left out. */
export function readMemberFilters(query: URLSearchParams): MemberFilters {
	const sort = query.get('sortierung') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		sort: SORTS.some((each) => each === sort.replace(/^-/, '')) ? (sort as MemberSort) : '',
		page: readPage(query.get('seite')),
	}
}

/** The query of another page or order of the same list, or of a member that is opened beside it. */
export function memberQuery({ text, sort, page }: MemberFilters, opened?: string): Record<string, string | undefined> {
	return {
		suche: text || undefined,
		sortierung: sort || undefined,
		seite: page > 1 ? String(page) : undefined,
		mitglied: opened,
	}
}

/** One page of the matching members in the requested order (by default highest role first), and how many match. */
export function pickMembers(members: Member[], { text, sort, page }: MemberFilters): { rows: Member[]; total: number } {
	const wanted = folded(text)
	const fitting = members.filter(({ name, email }) => folded(`${name} ${email}`).includes(wanted))
	const turn = sort.startsWith('-') ? -1 : 1
	const by = sort.replace(/^-/, '')
	const sorted = fitting.toSorted((a, b) => {
		if (by === 'rolle') return turn * (ROLES.indexOf(a.role) - ROLES.indexOf(b.role)) || byName(a, b)
		if (by === 'faktor') return turn * (Number(a.secondFactor) - Number(b.secondFactor)) || byName(a, b)
		return by === 'name' ? turn * byName(a, b) : ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || byName(a, b)
	})
	return { rows: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: fitting.length }
}

const byName = (a: Member, b: Member): number => a.name.localeCompare(b.name, 'de') || (a.id < b.id ? -1 : 1)
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
