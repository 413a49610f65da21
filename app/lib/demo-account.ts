/** Accounts of the demo: nothing can be sent to this domain, and nobody can prove an address of it (RFC 2606). */
const DEMO = /^demo-[0-9a-f-]{36}@demo\.invalid$/

export const isDemoAddress = (email: string): boolean => DEMO.test(email)
