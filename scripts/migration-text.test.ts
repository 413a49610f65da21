import { expect, test } from 'vitest'
import { hintsFor, withoutNoise } from './migration-text.ts'

test('statements without effect are left out, and rights are named in words that PostgreSQL 15 knows', () => {
	const written = `ALTER FUNCTION public.f() OWNER TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."t" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."t" TO "service_role";

REVOKE ALL ON FUNCTION "public"."f"() FROM PUBLIC;
`
	expect(withoutNoise(written)).toBe(
		'GRANT ALL ON TABLE "public"."t" TO "service_role";\n\nREVOKE ALL ON FUNCTION "public"."f"() FROM PUBLIC;\n',
	)
})

test.for([
	['ALTER TABLE "public"."t" DROP COLUMN "a";', 'it drops data'],
	['DROP FUNCTION public.f();', 'keep the old signature'],
	['DROP POLICY "p" ON "public"."t";', 'it drops a rule'],
	['ALTER TABLE "public"."t" ALTER COLUMN "a" TYPE bigint;', 'writes the whole table anew'],
	['CREATE INDEX i ON public.t USING btree (a);', '-- alone'],
	['ALTER TABLE "public"."t" ADD CONSTRAINT c CHECK (a > 0);', 'not valid'],
	['ALTER TABLE "public"."t" ADD COLUMN "a" integer NOT NULL;', 'fill it first'],
	['ALTER TYPE "public"."k" ADD VALUE \'x\';', 'nothing else in this file'],
	['CREATE TABLE "public"."t" ("a" integer);', 'row level security'],
] as const)('%s needs a hint', ([text, words]) => {
	expect(hintsFor(text).join('\n')).toContain(words)
})

test('cheap changes need no hint: constraints and indexes of a table created in the same file, columns with a default', () => {
	const made = 'CREATE TABLE "public"."t" ("a" integer);\n\n'
	expect(hintsFor(`${made}ALTER TABLE "public"."t" ADD CONSTRAINT c CHECK (a > 0);`)).toHaveLength(1)
	expect(hintsFor(`${made}CREATE INDEX i ON public.t USING btree (a);`)).toHaveLength(1)
	expect(hintsFor('ALTER TABLE "public"."t" ADD COLUMN "a" integer NOT NULL DEFAULT 0;')).toEqual([])
	expect(hintsFor('ALTER TABLE "public"."t" ADD CONSTRAINT c CHECK (a > 0) NOT VALID;')).toEqual([])
})
