import * as fs from 'node:fs/promises'
import path from 'node:path'
import { authTemplates } from '#app/features/notifications/auth-templates.ts'

// Writes the auth service's mails, here and hosted, in the common design of all mails.
const FOLDER = path.join(import.meta.dirname, '..', 'supabase', 'templates')
for (const [file, content] of authTemplates()) await fs.writeFile(path.join(FOLDER, file), content)
process.stdout.write(`${path.relative(process.cwd(), FOLDER)}\n`)
