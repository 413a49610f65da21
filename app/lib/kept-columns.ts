/** The columns of a list that can be chosen, by their labels, and those shown until somebody has chosen. */
export type ChoosableColumns<Name extends string> = {
	cookie: string
	names: Record<Name, string>
	usual: readonly Name[]
}

/** The columns chosen in this browser, in the order of the table. */
export function readColumns<Name extends string>(request: Request, list: ChoosableColumns<Name>): Name[] {
	const kept = new RegExp(`(?:^|; )${list.cookie}=([a-z.]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
	return known(list, kept?.split('.') ?? list.usual)
}

/** A Set-Cookie value that stores the choice for a year. */
export function columnsCookie<Name extends string>(chosen: readonly unknown[], list: ChoosableColumns<Name>): string {
	return `${list.cookie}=${known(list, chosen).join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly`
}

const known = <Name extends string>({ names }: ChoosableColumns<Name>, chosen: readonly unknown[]): Name[] =>
	(Object.keys(names) as Name[]).filter((name) => chosen.includes(name))
