/** What an erasure removes, in the order in which it is listed, with the words for one and for several. */
export const removedKinds = {
	answers: ["form", "forms"],
	documents: ["document", "documents"],
	logEntries: ["line of the log", "lines of the log"],
	changes: ["changed value", "changed values"],
	emails: ["email", "emails"],
	letters: ["letter", "letters"],
	referees: ["referee", "referees"],
	identityKeys: ["identity key", "identity keys"],
	payments: ["payer of a payment", "payers of payments"],
	mergedRecords: ["merged record", "merged records"],
	files: ["file in the store", "files in the store"],
} as const;

export type RemovedKind = keyof typeof removedKinds;
export type Removed = Record<RemovedKind, number>;

/** What stands where a name was. */
export const erasedName = "Erased applicant";

/** What has to be typed: nobody erases by a key too many. */
export const erasureWord = "ERASE";
