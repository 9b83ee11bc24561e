import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";

export const noteMissing = "Enter the note";
const maxNoteLength = 2_000;

export const NoteText = v.pipe(
	v.string(noteMissing),
	v.trim(),
	v.minLength(1, noteMissing),
	v.maxLength(maxNoteLength, "A note can have at most 2,000 characters."),
);

export const addNote = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/notes",
	summary: "Add a note for staff to the applicant's activity log. Nothing else changes, and nobody is notified.",
	section: "§2 Applicant modals, Timeline",
	access: ["candidate:u"],
	params: IdParams,
	body: v.strictObject({ note: described(NoteText, "The note.") }),
	response: v.object({ id: text("The id of the entry of the log.") }),
	created: "/candidates/{params.id}/log",
	problems: ["not_found"],
	idempotent: true,
});
