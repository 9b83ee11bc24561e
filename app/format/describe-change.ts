import type { LogEntry } from "#worker/services/applicants/contract";

/** Names the kind of a change: "Moved from Registration to Accepted", "Data update". */
export const changeTitle = ({ type, stageName, fromStageName }: Described): string => {
	if (type === "STAGE_CHANGE")
		return fromStageName ? `Moved from ${fromStageName} to ${stageName}` : `Moved to ${stageName}`;
	const words = type.toLowerCase().replaceAll("_", " ");
	return words.replace(/^./, (first) => first.toUpperCase());
};

/** Describes a change in one line: the comment of a move, or what another change changed. */
export const describeChange = (entry: Described): string => {
	if (!entry.reason) return changeTitle(entry);
	return entry.type === "STAGE_CHANGE" ? `${changeTitle(entry)} “${entry.reason}”` : entry.reason;
};

type Described = Pick<LogEntry, "type" | "stageName" | "fromStageName" | "reason">;
