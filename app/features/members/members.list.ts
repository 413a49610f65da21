import { readPage } from '#app/lib/page-number.ts'
import { type Member, type Role, ROLES } from './members.ts'

export const PAGE_SIZE = 50

const SORTS = ['name', 'rolle', 'faktor'] as const
export type MemberSort = `${'' | '-'}${(typeof SORTS)[number]}`

/** How somebody signs in, as the list can be narrowed to it. */
export const FACTORS = { ja: 'Eingerichtet', nein: 'Nicht eingerichtet' }

export type MemberFilters = {
	text: string
	role: Role | ''
	/** With a second factor, or without; nobody whose state the caller must not know is found by it. */
	factor: keyof typeof FACTORS | ''
	sort: MemberSort | ''
	page: number
}

/** The filters in the address of the list; values that cannot be read are left out. */
export function readMemberFilters(query: URLSearchParams): MemberFilters {
	const sort = query.get('sortierung') ?? ''
	const factor = query.get('faktor') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		role: ROLES.find((role) => role === query.get('rolle')) ?? '',
		factor: Object.hasOwn(FACTORS, factor) ? (factor as keyof typeof FACTORS) : '',
		sort: SORTS.some((each) => each === sort.replace(/^-/, '')) ? (sort as MemberSort) : '',
		page: readPage(query.get('seite')),
	}
}

/** The query of another page or order of the same list, or of a member that is opened beside it. */
export function memberQuery(
	{ text, role, factor, sort, page }: MemberFilters,
	opened?: string,
): Record<string, string | undefined> {
	return {
		suche: text || undefined,
		rolle: role || undefined,
		faktor: factor || undefined,
		sortierung: sort || undefined,
		seite: page > 1 ? String(page) : undefined,
		mitglied: opened,
	}
}

/** One page of the matching members in the requested order, and how many match. */
export function pickMembers(members: Member[], filters: MemberFilters): { rows: Member[]; total: number } {
	const fitting = sortedMembers(members, filters)
	return { rows: fitting.slice((filters.page - 1) * PAGE_SIZE, filters.page * PAGE_SIZE), total: fitting.length }
}

/** All matching members in the requested order, by default the highest role first. */
export function sortedMembers(members: Member[], { text, role, factor, sort }: MemberFilters): Member[] {
	const wanted = folded(text)
	const fitting = members.filter(
		(member) =>
			folded(`${member.name} ${member.email}`).includes(wanted) &&
			(!role || member.role === role) &&
			(!factor || member.secondFactor === (factor === 'ja')),
	)
	const turn = sort.startsWith('-') ? -1 : 1
	const by = sort.replace(/^-/, '')
	return fitting.toSorted((a, b) => {
		if (by === 'rolle') return turn * (ROLES.indexOf(a.role) - ROLES.indexOf(b.role)) || byName(a, b)
		if (by === 'faktor') return turn * (Number(a.secondFactor) - Number(b.secondFactor)) || byName(a, b)
		return by === 'name' ? turn * byName(a, b) : ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || byName(a, b)
	})
}

const byName = (a: Member, b: Member): number => a.name.localeCompare(b.name, 'de') || (a.id < b.id ? -1 : 1)
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
