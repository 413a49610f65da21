// Type names that PostgreSQL's grammar knows but its catalog spells differently; they must stay unquoted.
const GRAMMAR_TYPES = new Set(
	(
		'int,integer,smallint,bigint,real,float,double precision,decimal,dec,numeric,boolean,bit,bit varying,character,' +
		'char,varchar,character varying,interval,time,timestamp,json,timestamp with time zone,' +
		'timestamp without time zone,time with time zone,time without time zone'
	).split(','),
)

/** Quotes one SQL identifier. A NUL ends the name, as it would end the protocol message. */
export function quoteIdent(name: string): string {
	const nul = name.indexOf('\0')
	return `"${(nul < 0 ? name : name.slice(0, nul)).replaceAll('"', '""')}"`
}

/** Quotes a schema-qualified name. */
export function qualified(item: { schema: string; name: string }): string {
	return `${quoteIdent(item.schema)}.${quoteIdent(item.name)}`
}

/** Quotes a text as an SQL literal, for fixed parts such as JSON keys; values are bound instead. */
export function quoteLiteral(text: string): string {
	const escaped = text.replaceAll('\0', '').replaceAll("'", "''")
	return escaped.includes('\\') ? `E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`
}

/** The SQL of a type that a caller named in `::type`; unknown spellings are quoted. */
export function typeName(given: string): string {
	const [, base = '', dimensions = ''] = /^(.*?)((?:\[\])*)$/s.exec(given.trim()) ?? []
	const known = base.toLowerCase().replace(/\s+/g, ' ')
	if (GRAMMAR_TYPES.has(known)) return known + dimensions
	return quoteIdent(base) + dimensions
}

/** An array literal (`{"a","b"}`) of texts, for `= any($1)`. */
export function arrayLiteral(values: readonly string[]): string {
	return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
