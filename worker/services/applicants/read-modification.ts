import type { Modification } from "#worker/services/applicants/changes.contract";

interface Entry {
	id: string;
	field: string;
	oldValue: string | null;
	newValue: string | null;
	userId: string | null;
	username: string | null;
	userName: string | null;
	eventId: string | null;
	createdAt: number;
}

/** Returns a modification entry as the API has it: answers as the form holds them, and the author's own name. */
export const readModification = ({
	oldValue,
	newValue,
	userId,
	username,
	userName,
	createdAt,
	...rest
}: Entry): Modification => ({
	...rest,
	old: readAnswer(oldValue),
	new: readAnswer(newValue),
	by: { id: userId, name: userName ?? username },
	at: createdAt,
});

/** why: answers are stored as JSON, a course and a location by name. */
const readAnswer = (kept: string | null): unknown => {
	if (kept === null) return null;
	try {
		return JSON.parse(kept);
	} catch {
		return kept;
	}
};
