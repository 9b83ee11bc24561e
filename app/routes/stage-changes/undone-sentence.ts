import { formatCount, formatNumber } from "#app/format/numbers";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { undoStageChange } from "#worker/services/stage-changes/undo.contract";

type Undone = EndpointResponse<typeof undoStageChange>;

/** "Stage change undone: Ada Okafor is no longer at Accepted. No email was sent. 1 was changed meanwhile and stays: Obi Eze." */
export const undoneSentence = (undone: Undone): { kind: "success" | "warning"; message: string } => {
	const { taskId, emails, kept, keptNames } = undone;
	const more = kept - keptNames.length;
	const names = [...keptNames, more > 0 && `${formatNumber(more)} more`].filter(Boolean).join(", ");
	const sentences = [
		`Stage change undone: ${backSentence(undone)}`,
		emails > 0 && (emails === 1 ? "Its email is not sent" : `Its ${formatNumber(emails)} emails are not sent`),
		kept > 0 && taskId === null && `${formatNumber(kept)} changed meanwhile ${kept === 1 ? "stays" : "stay"}: ${names}`,
	];
	return { kind: kept > 0 ? "warning" : "success", message: sentences.filter(Boolean).join(". ") };
};

const backSentence = ({ taskId, subject, stageName, undone }: Undone): string => {
	if (taskId !== null) return `${subject} are being put back`;
	if (undone === 0) return "nobody was put back";
	if (undone === 1)
		return `${/^[\d,]+ applicants$/.test(subject) ? "1 applicant" : subject} is no longer at ${stageName}`;
	return `${formatCount(undone, "applicant")} are no longer at ${stageName}`;
};
