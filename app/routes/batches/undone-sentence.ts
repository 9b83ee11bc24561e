import { countMessages } from "#app/format/count-messages";
import { formatCount, formatNumber } from "#app/format/numbers";
import { isOfMany } from "#app/list/bulk/undo-toast";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { nobody, noLocation } from "#worker/contract/unassigned";
import type { undoBatch } from "#worker/services/batches/contract";

type Undone = EndpointResponse<typeof undoBatch>;

/** "Stage change undone: Ada Okafor is back at In review. The email was not sent. 1 changed meanwhile stays: Obi Eze." */
export const undoneSentence = (undone: Undone): { kind: "success" | "warning"; message: string } => {
	const { kind, taskId, kept, keptNames } = undone;
	const more = kept - keptNames.length;
	const names = [...keptNames, more > 0 && `${formatNumber(more)} more`].filter(Boolean).join(", ");
	const sentences = [
		`${words[kind].undone}: ${backSentence(undone)}`,
		unsentSentence(undone),
		kept > 0 && taskId === null && `${formatNumber(kept)} changed meanwhile ${kept === 1 ? "stays" : "stay"}: ${names}`,
	];
	return { kind: kept > 0 ? "warning" : "success", message: sentences.filter(Boolean).join(". ") };
};

const unsentSentence = ({ emails, texts }: Undone): string | false => {
	if (emails + texts === 0) return false;
	if (emails + texts === 1) return `The ${emails === 1 ? "email" : "SMS"} was not sent`;
	return `The ${countMessages({ emails, texts })} were not sent`;
};

const words = {
	stage: { undone: "Stage change undone", at: "at", back: "back at" },
	course: { undone: "Change undone", at: "in", back: "back in" },
	location: { undone: "Posting undone", at: "posted to", back: "posted again to" },
	reviewer: { undone: "Assignment undone", at: "assigned to", back: "assigned again to" },
	letter: { undone: "Letters undone", at: "with a letter from", back: "" },
	// why: an erasure cannot be undone, but is a kind of bulk action.
	erasure: { undone: "Erasure undone", at: "", back: "" },
} as const;

const backSentence = ({ kind, taskId, subject, targetName, formerName, undone }: Undone): string => {
	const there = `${words[kind].at} ${targetName}`;
	if (taskId !== null) return `${subject} are being restored`;
	if (undone === 0) return "nobody was put back";
	const now = wasNone(kind, targetName) ? `${words[kind].at.replace(/ to$/, "")} as before` : `no longer ${there}`;
	if (undone === 1) {
		const who = isOfMany(subject) ? "1 applicant" : subject;
		return `${who} is ${formerName === null ? now : `${words[kind].back} ${formerName}`}`;
	}
	return `${formatCount(undone, "applicant")} are ${now}`;
};

/** Whether it is nobody, or no location, that applicants were given. why: "no longer assigned to nobody" says it twice. */
const wasNone = (kind: Undone["kind"], targetName: string): boolean =>
	(kind === "location" && targetName === noLocation) || (kind === "reviewer" && targetName === nobody);
