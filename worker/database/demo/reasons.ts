import type { reasons } from "#worker/database/schema/reasons";

/** What staff of every institution say again and again. */
const texts: readonly (readonly [text: string, isPrivate: boolean])[] = [
	["Below the cut-off mark of this year.", false],
	["Birth certificate cannot be read: please upload it again.", false],
	["Catchment area candidate.", true],
	["Name differs between JAMB and NECO: please bring a sworn affidavit.", false],
	["O'level result still awaited.", false],
	["Quota of the department is full.", true],
];

/** The reusable reasons of an institution. */
export const reasonsOf = (organisationId: string, now: number): (typeof reasons.$inferInsert)[] =>
	texts.map(([text, isPrivate], index) => ({
		...{ organisationId, id: `${organisationId}-reason-${index + 1}`, text, isPrivate },
		...{ createdAt: now - 90 * 86_400_000, updatedAt: now - 90 * 86_400_000 },
	}));
