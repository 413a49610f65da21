/** The kinds of further contact data, with the words of the page. */
export const KINDS = { phone: 'Telefon', email: 'E-Mail', name: 'Anderer Name' } as const
