import { formatCount } from "#app/format/numbers";
import type { ListedBatch } from "#worker/services/batches/contract";

const ways = {
	stage: "to",
	course: "to",
	location: "posted to",
	reviewer: "assigned to",
	letter: "get a letter from",
	erasure: "are",
} as const;

/** "321 applicants to Invited to screening". */
export const batchTitle = ({
	kind,
	subject,
	total,
	targetName,
}: Pick<ListedBatch, "kind" | "subject" | "total" | "targetName">) =>
	`${subject || formatCount(total, "applicant")} ${ways[kind]} ${targetName}`;
