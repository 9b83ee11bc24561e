import type { LogEntry } from "#worker/services/applicants/contract";

/** Names a change: "Moved from Registration to Accepted", "Posted to Yaba", "Offer letter made: Admission letter". */
export const changeTitle = ({ type, stageName, fromStageName, reason }: Described): string => {
	if (isUndo({ type, reason })) return `Stage change undone: back at ${stageName}`;
	if (type === "STAGE_CHANGE")
		return fromStageName ? `Moved from ${fromStageName} to ${stageName}` : `Moved to ${stageName}`;
	if (reason && !hasComment(type)) return reason;
	const words = type.toLowerCase().replaceAll("_", " ");
	return words.replace(/^./, (first) => first.toUpperCase());
};

/** Returns the words of a person about a change; other changes say everything in their title. */
export const changeComment = ({ type, reason }: Pick<Described, "type" | "reason">): string | null =>
	hasComment(type) && !isUndo({ type, reason }) ? reason : null;

const hasComment = (type: string): boolean => !["DATA_UPDATE", "EMAIL", "REVEAL"].includes(type);

const isUndo = ({ type, reason }: Pick<Described, "type" | "reason">): boolean =>
	type === "STAGE_CHANGE" && reason === "Stage change undone";

/** Describes a change in one line: the comment of a move, or what another change changed. */
export const describeChange = (entry: Described): string => {
	if (entry.type !== "STAGE_CHANGE" && entry.reason) return entry.reason;
	const comment = changeComment(entry);
	return comment ? `${changeTitle(entry)} “${comment}”` : changeTitle(entry);
};

type Described = Pick<LogEntry, "type" | "stageName" | "fromStageName" | "reason">;
