import * as v from "valibot";
import { previewed, rowsPage, started } from "#worker/contract/bulk";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { erasureWord } from "#worker/contract/erasure";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import type { Permission } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";
import { selecting, selection } from "#worker/services/applicants/selection.contract";

/** The strongest privilege on applicants (§6), which nothing else asks for. */
const access: readonly Permission[] = ["candidate:d"];
const section = "§3 Applicant/candidate";

export const downloadApplicantData = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/data",
	summary:
		"Gathers everything that the institution holds about an applicant into a zip in the background: the record, the answers, the log, emails, letters, payments and files. The answer names the task, whose file is downloaded.",
	section,
	access,
	params: IdParams,
	response: v.object({ taskId: text("The id of the task that makes the zip.") }),
	accepted: "/tasks/{taskId}",
	problems: ["not_found", "too_many_tasks"],
	idempotent: true,
});

export const ErasureReason = requiredLine("Enter the reason", 500, "The reason can have at most 500 characters.");

const selectionProblems = ["application_unavailable", "selection_changed", "stage_unknown"] as const;

export const previewErasure = defineEndpoint({
	method: "POST",
	path: "/candidates/erasure-preview",
	summary: "Counts how many applicants of a selection would be erased, and lists them. Changes nothing.",
	section,
	access,
	body: selecting(v.strictObject({ ...selection, ...rowsPage })),
	example: { matching: { applicationId: "undergraduate-2026", stage: "REJECTED" } },
	response: v.object(previewed),
	problems: [...selectionProblems],
});

export const eraseApplicants = defineEndpoint({
	method: "POST",
	path: "/candidates/erasures",
	summary:
		"Erases applicants in the background: names, addresses, answers, files, letters, emails, referees and the log are removed. Application numbers, payments without their payers, and the counts of applications stay. It cannot be undone.",
	section,
	access,
	body: selecting(
		v.strictObject({
			...selection,
			reason: described(ErasureReason, "Why they are erased; kept with their numbers, so it should contain no names."),
			confirm: described(v.literal(erasureWord, `Type ${erasureWord} to confirm.`), `\`${erasureWord}\`, typed.`),
		}),
	),
	example: { candidateIds: ["adaeze-okafor-2026"], reason: "Request of the applicant", confirm: erasureWord },
	response: v.object(started),
	accepted: "/tasks/{taskId}",
	problems: [...selectionProblems, "too_many_tasks"],
	idempotent: true,
});

const removed = (what: string) => whole(`How many were removed: ${what}.`);

export const Erasure = v.object({
	id: text("The id that the applicant had."),
	applicationNumber: text("The number of the application."),
	applicationTitle: text("The title of the application."),
	removed: described(
		v.object({
			answers: removed("forms"),
			documents: removed("documents"),
			logEntries: removed("lines of the log"),
			changes: removed("values of the modification log"),
			emails: removed("emails"),
			letters: removed("letters"),
			referees: removed("referees"),
			identityKeys: removed("keys that identified the applicant"),
			payments: removed("payers of payments"),
			mergedRecords: removed("merged records"),
			files: removed("files in the store"),
		}),
		"What was removed.",
	),
	hasFiles: flag("Whether files are still about to be deleted from the store."),
	reason: text("Why the applicant was erased."),
	by: text("The name of the user who erased the applicant."),
	at: moment("When the applicant was erased."),
});
export type Erasure = v.InferOutput<typeof Erasure>;

/** The newest that the list holds. */
export const mostErasures = 10_000;

export const listErasures = defineEndpoint({
	method: "GET",
	path: "/privacy/erasures",
	summary: `The applicants that were erased, newest first, ${mostErasures.toLocaleString("en")} at most, by their numbers, each with what was removed.`,
	section,
	access,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Erasure),
});
